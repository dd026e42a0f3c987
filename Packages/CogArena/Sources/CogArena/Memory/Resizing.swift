#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

// A table's room is the C library's own, which can move a large one by its pages and copy nothing.
extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
    /// Room for plain values, which can grow; `giveBack()` ends it. Traps when the system has none.
    static func room(for capacity: Int) -> Self { resized(nil, to: capacity) }

    /// Makes the room larger; what is in it stays in it. O(1) for a large table where the system moves
    /// pages, else O(values).
    mutating func grow(to capacity: Int) { self = Self.resized(self, to: capacity) }

    func giveBack() { free(self) }

    private static func resized(_ room: Self?, to capacity: Int) -> Self {
        let size = capacity * MemoryLayout<Pointee>.stride
        guard let larger = realloc(room, size) else {
            fatalError("CogArena: the system has no \(size) bytes left for a table.")
        }
        return larger.bindMemory(to: Pointee.self, capacity: capacity)
    }
}
