#if canImport(os)
    import os

    /// Shows the turns of a context that keeps a history as intervals in Instruments (HIST-1).
    struct TurnSignposts {
        private let signposter = OSSignposter(subsystem: "CogGraph", category: "Turns")
        private var interval: OSSignpostIntervalState?

        mutating func begin(_ record: TurnRecord) {
            interval = signposter.beginInterval(
                "turn", id: signposter.makeSignpostID(), "\(record.name, privacy: .public)")
        }

        /// The whole record is its message: who asked, what was written, computed, told and run.
        mutating func end(_ record: TurnRecord) {
            guard let interval else { return }
            signposter.endInterval("turn", interval, "\(record.description, privacy: .public)")
            self.interval = nil
        }
    }
#endif
