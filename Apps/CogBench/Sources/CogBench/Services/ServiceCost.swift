/// What a graph of services takes, in milliseconds.
struct ServiceCost: Encodable {
    /// What targets speak of, of the largest graph.
    enum Kind: String, CaseIterable, Encodable {
        case validate = "checking 10,000 services"
        case run = "starting and stopping 10,000 services"
    }

    let services: Int
    let check: Figure
    let start: Figure
    let stop: Figure
    let startAndStop: Figure

    /// What targets are held against.
    var evidence: [Kind: Double] {
        guard services == 10_000 else { return [:] }
        return [.validate: check.median, .run: startAndStop.median]
    }
}
