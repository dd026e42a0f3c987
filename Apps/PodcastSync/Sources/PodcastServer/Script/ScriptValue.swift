/// Any JSON, with what a number and a truth value differ in.
enum ScriptValue: Decodable {
    case bool(Bool)
    case whole(Int)
    case number(Double)
    case text(String)
    case list([ScriptValue])
    case object([String: ScriptValue])
    case null

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let whole = try? value.decode(Int.self) {
            self = .whole(whole)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([ScriptValue].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: ScriptValue].self))
        }
    }

    /// The value as an error shows it.
    var shown: String {
        switch self {
        case .bool(let bool): "\(bool)"
        case .whole(let whole): "\(whole)"
        case .number(let number): "\(number)"
        case .text(let text): "\"\(text)\""
        case .list: "a list"
        case .object: "an object"
        case .null: "null"
        }
    }
}
