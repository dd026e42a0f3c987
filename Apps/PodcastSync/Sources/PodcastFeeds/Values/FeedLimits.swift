/// How much a document may ask for (POD-7).
public struct FeedLimits: Hashable, Sendable {
    public var bytes: Int
    public var depth: Int
    public var attributes: Int
    /// Of one tag, quotes included.
    public var tagBytes: Int
    /// Of one text that is kept; the rest of it is passed over.
    public var textBytes: Int
    public var items: Int

    public init(
        bytes: Int = 64 << 20, depth: Int = 128, attributes: Int = 256, tagBytes: Int = 1 << 20,
        textBytes: Int = 64 << 10, items: Int = 200_000
    ) {
        self.bytes = bytes
        self.depth = depth
        self.attributes = attributes
        self.tagBytes = tagBytes
        self.textBytes = textBytes
        self.items = items
    }
}
