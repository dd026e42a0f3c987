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
    /// Of different names of elements, attributes and namespaces.
    public var nameBytes: Int
    /// How much of it is handed to the XML library at once; what is read does not depend on that.
    public var pieceBytes: Int

    public init(
        bytes: Int = 64 << 20, depth: Int = 128, attributes: Int = 256, tagBytes: Int = 1 << 20,
        textBytes: Int = 64 << 10, items: Int = 200_000,
        nameBytes: Int = 1 << 20, pieceBytes: Int = 64 << 10
    ) {
        self.bytes = bytes
        self.depth = depth
        self.attributes = attributes
        self.tagBytes = tagBytes
        self.textBytes = textBytes
        self.items = items
        self.nameBytes = nameBytes
        self.pieceBytes = pieceBytes
    }
}
