import Foundation

/// Safe names for files and folders, whatever a title holds (POD-11).
public enum FileNames {
    /// Leaves room for `.part` within the 255 bytes that file systems take.
    public static let limit = 250

    /// One safe path component, on every common file system: no separator, control, mark that shows
    /// another order, leading dot or device's name, and never cut within a character.
    ///
    /// - Parameters:
    ///   - title: Any text; what is not allowed is replaced or left out.
    ///   - suffix: Kept whole at the end: a collision mark and the extension.
    /// - Returns: At most ``limit`` UTF-8 bytes, never empty. O(n).
    public static func component(_ title: String, suffix: String = "") -> String {
        let room = limit - suffix.utf8.count
        var name = ""
        var bytes = 0
        for character in cleaned(title) {
            let size = character.utf8.count
            guard bytes + size <= room else { break }
            name.append(character)
            bytes += size
        }
        while let last = name.last, last == " " || last == "." { name.removeLast() }
        return (isVisible(name) ? name : "untitled") + suffix
    }

    /// The name in place `attempt` (0 is the plain one) of those an episode may take.
    ///
    /// - Parameter fileExtension: Without its dot.
    public static func candidate(
        title: String, fileExtension: String, attempt: Int
    ) -> String {
        let mark = attempt == 0 ? "" : " (\(attempt + 1))"
        return component(title, suffix: fileExtension.isEmpty ? mark : "\(mark).\(fileExtension)")
    }

    /// What two names share when some file system would take them for one: by case (upper before lower,
    /// so that "ß" is "ss"), by composition, or by marks that it passes over.
    public static func collisionKey(_ name: String) -> String {
        let visible = String(String.UnicodeScalarView(name.unicodeScalars.filter { !isJoiner($0) }))
        return visible.uppercased().lowercased().precomposedStringWithCanonicalMapping
    }
}
