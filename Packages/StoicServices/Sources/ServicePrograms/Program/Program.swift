import StoicServices

/// A graph, whose code does what its vocabulary has.
package struct Program: Sendable {
    package let needs: [[Int]]
    package let vocabulary: Vocabulary
    /// How the services with long-running work are supervised.
    package let works: [Supervision?]

    package init(_ needs: [[Int]], _ vocabulary: Vocabulary, works: [Supervision?]? = nil) {
        (self.needs, self.vocabulary) = (needs, vocabulary)
        self.works = works ?? needs.map { _ in nil }
    }

    var services: [Provide] {
        needs.indices.map { index in
            let needs = needs[index].map { Self.key($0).any }
            guard let work = works[index] else {
                return Provide(
                    Self.key(index), needs: needs, startTimeout: vocabulary.startTimeout,
                    start: { _ in index })
            }
            return Provide(
                Self.key(index), needs: needs, startTimeout: vocabulary.startTimeout, restart: work.policy,
                start: { _ in index }, run: { _ in })
        }
    }

    static func key(_ index: Int) -> ServiceKey<Int> { ServiceKey("s\(index)") }

    /// The service of that key.
    static func index(of key: AnyServiceKey) -> Int { Int(key.name.dropFirst()) ?? -1 }
}

/// The terms on which work is begun again.
package struct Supervision: Hashable, Sendable {
    package enum Occasion: CaseIterable, Sendable { case never, failure, always }

    package let occasion: Occasion
    package let limit: Int
    package let wait: Duration
    static let window = Duration.seconds(60)

    package init(_ occasion: Occasion, atMost limit: Int = 1, after wait: Duration = .zero) {
        (self.occasion, self.limit, self.wait) = (occasion, limit, wait)
    }

    var policy: RestartPolicy {
        switch occasion {
        case .never: .never
        case .failure: .onFailure(atMost: limit, in: Self.window, backoff: .constant(wait))
        case .always: .always(atMost: limit, in: Self.window, backoff: .constant(wait))
        }
    }
}
