import StoicServices

/// What code may do; `nil` is to go on, for ever if nothing else happens.
package struct Repertoire: Sendable {
    /// How it ends by itself.
    package var byItself: [Ending?]
    /// What it does when it is cancelled, unless it ends at that instant anyway.
    package var onCancel: [Ending?]

    package init(_ byItself: [Ending?], onCancel: [Ending?] = [nil]) {
        (self.byItself, self.onCancel) = (byItself, onCancel)
    }
}

/// Everything that may happen in a program.
package struct Vocabulary: Sendable {
    /// What comes from outside the graph, each at most once.
    package enum Outside: Hashable, Sendable {
        case cancel
        /// A second signal; comes after `cancel`.
        case hurry
        case enclose(Duration)
    }

    package var limits: RunLimits
    package var startTimeout: Duration = .seconds(30)
    package var starts: Repertoire
    package var stops: Repertoire
    package var body: Repertoire
    package var works = Repertoire([nil])
    package var outside: [Outside] = []
    /// How often something may overtake what was to come before it at the same instant. Where that happens
    /// at all, timers that were disarmed at the very instant at which they were due fire all the same.
    package var overtakings = 0

    var isRacing: Bool { overtakings > 0 }
}
