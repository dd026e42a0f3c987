/// Where a run shows how far it is.
public struct Terminal: Sendable {
    /// Whether a line can be written over; elsewhere lines follow each other, and far fewer.
    let isInteractive: Bool
    private let width: @Sendable () -> Int
    private let write: @Sendable (String) -> Void

    /// - Parameters:
    ///   - isInteractive: Whether it understands what erases a line.
    ///   - width: How many columns it has, asked before each line.
    ///   - write: Writes at once.
    public init(
        isInteractive: Bool, width: @escaping @Sendable () -> Int,
        write: @escaping @Sendable (String) -> Void
    ) {
        (self.isInteractive, self.width, self.write) = (isInteractive, width, write)
    }

    func show(_ text: String) {
        // In the last column some terminals go on in the next line.
        let room = max(width() - 1, 0)
        write(isInteractive ? Self.erasing + String(text.prefix(room)) : "podcast-sync: \(text)\n")
    }

    /// Leaves nothing of the last line where it can be written over.
    func clear() {
        if isInteractive { write(Self.erasing) }
    }

    private static let erasing = "\r\u{1B}[K"
}
