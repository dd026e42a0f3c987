extension AsyncOutcome {
    /// Says in words what two accounts of the same step do not share; nil for no difference.
    static func difference(_ graph: AsyncOutcome, _ model: AsyncOutcome) -> String? {
        if graph == model { return nil }
        let parts: [(String, KeyPath<AsyncOutcome, String>)] = [
            ("turns", \.turnText), ("deliveries", \.deliveryText), ("told", \.toldText),
            ("answers", \.answerText), ("verdict", \.verdictText), ("selections", \.selectionText),
            ("begun", \.begunText), ("cancelled", \.cancelledText), ("refreshes", \.refreshText),
            ("rows", \.rowText), ("statuses", \.statusText),
        ]
        return parts.filter { graph[keyPath: $0.1] != model[keyPath: $0.1] }
            .map { "\($0.0)\n    graph: \(graph[keyPath: $0.1])\n    model: \(model[keyPath: $0.1])" }
            .joined(separator: "\n")
    }

    private var turnText: String { turns.map(\.description).joined(separator: ", ") }
    private var deliveryText: String { delivered.map { "\($0)" }.joined(separator: ", ") }
    private var toldText: String { told.map { "\($0.field) of \($0.key)" }.joined(separator: ", ") }
    private var answerText: String { "\(answers)" }
    private var verdictText: String { verdict.map { $0 ? "counted" : "refused" } ?? "none" }
    private var selectionText: String { "\(selections)" }
    private var begunText: String { "\(begun)" }
    private var cancelledText: String { "\(cancelled)" }
    private var refreshText: String {
        refreshes.map { $0.map { "\($0)" } ?? "awaited" }.joined(separator: ", ")
    }
    private var rowText: String { "\(rows)" }
    private var statusText: String {
        statuses.map { $0.map(\.description) ?? "unknown" }.joined(separator: ", ")
    }
}

extension TurnPicture: CustomStringConvertible {
    var description: String {
        var text = isUnchanged ? "\(name) (unchanged)" : name
        if !noticed.isEmpty { text += " noticed \(noticed)" }
        if !reactions.isEmpty { text += " ran \(reactions)" }
        return text
    }
}

extension StatusPicture: CustomStringConvertible {
    var description: String {
        "\(kind) \(value)\(hasSucceeded ? "" : " by default")\(error.map { " error \($0)" } ?? "")"
            + (isLoading ? " loading" : "")
    }
}
