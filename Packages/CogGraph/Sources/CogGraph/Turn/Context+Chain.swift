#if DEBUG
    /// One turn of a chain that has not come to rest, and the reaction that asked for it.
    struct ChainLink {
        let turn: String
        let cause: String?
    }

    extension Context {
        private static let limit = 64

        /// Warns once, at the 64th turn without idling, with who caused whom (TURN-9). Nothing is
        /// dropped: a long chain may be right, but a loop never ends by itself.
        func noteInChain(_ turn: String, _ cause: String?) {
            guard chain.count < Self.limit else { return }
            chain.append(ChainLink(turn: turn, cause: cause))
            guard chain.count == Self.limit else { return }
            let tail = chain.suffix(8).map { link in
                link.cause.map { "\($0) → \(link.turn)" } ?? link.turn
            }
            onDiagnostic(
                """
                CogGraph: \(Self.limit) turns ran without coming to rest; reactions and turns \
                may be waking each other for ever. The latest: \(tail.joined(separator: ", ")).
                """)
        }
    }
#endif
