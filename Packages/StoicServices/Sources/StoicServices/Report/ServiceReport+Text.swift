extension ServiceReport: CustomStringConvertible {
    /// One line for the run, one for each service, one for each warning; further lines of an error indented.
    public var description: String {
        (["\(label): \(reason)"] + entries.map { "  \($0)".indented }
            + warnings.map { "  warning: \($0)" }).joined(separator: "\n")
    }
}

extension ServiceReport.Entry: CustomStringConvertible {
    public var description: String {
        var text = "\(key): \(outcome)"
        if mayStillRun { text += ", may still run" }
        if let late { text += ", late: \(late)" }
        if let workError { text += ", work failed: \(workError)" }
        if restarts > 0 { text += ", restarts: \(restarts)" }
        if let start { text += "; start \(start)" }
        if let stop { text += "; stop \(stop)" }
        if !waitedFor.isEmpty {
            text += "; waited for \(waitedFor.map(\.name).joined(separator: ", "))"
        }
        return text
    }
}

extension ServiceReport.Outcome: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notStarted: "not started"
        case .startCancelled: "start cancelled"
        case .startFailed(let error): "start failed: \(error)"
        case .startAbandoned: "start abandoned"
        case .stopped: "stopped"
        case .stopFailed(let error): "stop failed: \(error)"
        case .stopAbandoned: "stop abandoned"
        case .skipped: "never stopped, the budget was spent"
        }
    }
}

extension ServiceReport.Span: CustomStringConvertible {
    public var description: String {
        guard let ended else { return "at \(began.inSeconds), unended" }
        return "at \(began.inSeconds), took \((ended - began).inSeconds)"
    }
}

extension String {
    /// An error may say much: its further lines stay with the service they belong to.
    fileprivate var indented: String {
        split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n    ")
    }
}

extension Duration {
    /// Whole milliseconds as seconds, `1.205 s`; no locale has a say.
    var inSeconds: String {
        let milliseconds =
            components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
        let rest = String(milliseconds % 1000 + 1000).dropFirst()
        return "\(milliseconds / 1000).\(rest) s"
    }
}
