/// A value of a call's parameters.
enum JSONValue: Encodable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    case string(String)
    case number(Int)
    case list([JSONValue])
    case object([String: JSONValue])

    init(stringLiteral value: String) { self = .string(value) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
