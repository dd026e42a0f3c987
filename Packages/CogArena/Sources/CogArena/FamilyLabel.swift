/// What messages call a family: its name, or else where it is declared.
///
/// It becomes text where someone reads it: most families are never spoken of.
public struct FamilyLabel: Sendable {
    private enum Kind {
        case name(String)
        case place(StaticString, UInt)
    }

    private let kind: Kind

    public init(_ name: String) { kind = .name(name) }

    /// The place of a declaration, unless it has a name.
    public init(_ name: String?, _ file: StaticString, _ line: UInt) {
        kind = name.map { .name($0) } ?? .place(file, line)
    }
}

extension FamilyLabel: CustomStringConvertible {
    public var description: String {
        switch kind {
        case .name(let name): name
        case .place(let file, let line): "\(file):\(line)"
        }
    }
}

extension FamilyLabel: ExpressibleByStringInterpolation {
    public init(stringLiteral name: String) { self.init(name) }
}
