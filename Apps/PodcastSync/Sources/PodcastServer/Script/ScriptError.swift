/// What is wrong with a script, where in it, and what to write instead.
public struct ScriptError: Error, Sendable, Equatable, CustomStringConvertible {
    /// As `rule 2, cut`; empty for the script as a whole.
    public let place: String
    public let what: String
    public let advice: String

    init(_ what: String, at place: String = "", advice: String) {
        self.what = what
        self.place = place
        self.advice = advice
    }

    public var description: String { "\(place.isEmpty ? "" : place + ": ")\(what); \(advice)" }
}
