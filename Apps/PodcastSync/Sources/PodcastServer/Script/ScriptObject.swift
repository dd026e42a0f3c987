/// One object of a script, with where it is; every key has to be known, and every value of its kind.
struct ScriptObject {
    let place: String
    private let values: [String: ScriptValue]

    /// - Throws: ``ScriptError`` where the value is no object, or has a key that is none of `keys`.
    init(_ value: ScriptValue, at place: String, keys: [String]) throws(ScriptError) {
        guard case .object(let values) = value else {
            throw ScriptError(
                "is \(value.shown) and no object", at: place, advice: "write {…} with \(keys.listed)")
        }
        if let wrong = values.keys.sorted().first(where: { !keys.contains($0) }) {
            throw ScriptError("does not know '\(wrong)'", at: place, advice: "it takes \(keys.listed)")
        }
        self.place = place
        self.values = values
    }

    var keys: Set<String> { Set(values.keys) }

    subscript(key: String) -> ScriptValue? { values[key] }

    func place(of key: String) -> String { "\(place), \(key)" }

    /// A whole number of at least `least`; nil where there is none.
    func whole(_ key: String, atLeast least: Int = 0) throws(ScriptError) -> Int? {
        guard let value = values[key] else { return nil }
        guard case .whole(let number) = value, number >= least else {
            throw wrong(key, "write a whole number from \(least) up")
        }
        return number
    }

    func text(_ key: String) throws(ScriptError) -> String? {
        guard let value = values[key] else { return nil }
        guard case .text(let text) = value else { throw wrong(key, "write a text") }
        return text
    }

    /// Whether something is to be done that has nothing more to say.
    func flag(_ key: String) throws(ScriptError) -> Bool {
        guard let value = values[key] else { return false }
        guard case .bool(true) = value else { throw wrong(key, "write true, or leave it out") }
        return true
    }

    /// One of the words of a type.
    func word<Word: RawRepresentable & CaseIterable>(
        _ key: String, _ type: Word.Type = Word.self
    ) throws(ScriptError) -> Word? where Word.RawValue == String {
        guard let value = values[key] else { return nil }
        guard case .text(let text) = value, let word = Word(rawValue: text) else {
            throw wrong(key, "write \(Word.allCases.map { "\"\($0.rawValue)\"" }.listed)")
        }
        return word
    }

    /// A time: seconds, or a text with its unit as in `250ms`.
    func time(_ key: String) throws(ScriptError) -> Duration? {
        guard let value = values[key] else { return nil }
        let duration: Duration? =
            switch value {
            case .whole(let seconds) where seconds >= 0: .seconds(seconds)
            case .number(let seconds) where seconds >= 0 && seconds < 1e9: .seconds(seconds)
            case .text(let text): Duration(text)
            default: nil
            }
        guard let duration else { throw wrong(key, "write seconds, or a time like \"250ms\" or \"2s\"") }
        return duration
    }

    func wrong(_ key: String, _ advice: String) -> ScriptError {
        ScriptError(
            "cannot be \((values[key] ?? .null).shown)", at: place(of: key), advice: advice)
    }
}

extension Duration {
    /// Reads a whole number with its unit: `ms`, `s` or `m`.
    fileprivate init?(_ text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), number < 1_000_000_000 else { return nil }
        switch text.dropFirst(digits.count) {
        case "ms": self = .milliseconds(number)
        case "s": self = .seconds(number)
        case "m": self = .seconds(number * 60)
        default: return nil
        }
    }
}

extension [String] {
    /// The words in a row, the last with an or.
    fileprivate var listed: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}
