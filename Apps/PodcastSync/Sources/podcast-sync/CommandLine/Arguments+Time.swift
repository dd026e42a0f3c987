import Foundation

extension Arguments {
    /// What is left of --deadline, which counts from the beginning of the command; nil without one.
    func timeLeft() throws -> Duration? {
        try time(.deadline).map { max(.seconds($0) - (ContinuousClock.now - began), .zero) }
    }

    /// A time of at least a second: a number of seconds, or one with its unit as in 10m.
    func time(_ option: Option) throws -> TimeInterval? {
        guard let text = value(option) else { return nil }
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        let unit = text.last.flatMap { units[$0] }
        let digits = unit == nil ? text[...] : text.dropLast()
        let isNumber = !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
        // A hundred years is as good as for ever, and fits wherever it is added.
        guard isNumber, let count = Int(digits), count > 0, count <= 36_500 * 86_400 / (unit ?? 1) else {
            throw usage("\(option.name) needs a time like 90s, 10m, 2h or 1d, not '\(text)'")
        }
        return TimeInterval(count * (unit ?? 1))
    }
}
