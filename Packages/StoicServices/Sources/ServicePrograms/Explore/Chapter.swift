import StoicServices

/// A part of everything that is explored: programs, each in all its ways.
package struct Chapter: Sendable, CustomStringConvertible {
    package let name: String
    package let programs: [Program]

    package var description: String { name }

    /// All chapters, small graphs first.
    package static var all: [Chapter] { [outcomes, races, pressures, works] }

    /// Every start and stop outcome, and a cancellation at every step, over all graphs of up to four services.
    package static var outcomes: Chapter {
        chapter("outcomes, graphs of up to 4 services", 0...4) { needs, order in
            [Program(needs, .outcomes(order))]
        }
    }

    /// In every order where services are few; of three, one thing may overtake another.
    static var races: Chapter {
        chapter("races, graphs of up to 3 services", 1...3) { needs, order in
            [Program(needs, .races(order, overtakings: needs.count < 3 ? .max : 1))]
        }
    }

    static var pressures: Chapter {
        chapter("pressures, graphs of up to 3 services", 1...3) { needs, order in
            [(Duration.seconds(20), Duration.seconds(3)), (.seconds(5), .zero), (.zero, .zero)].map {
                Program(needs, .pressures(order, exitBudget: $0, rest: $1))
            }
        }
    }

    /// One service of each graph works, and both of two.
    static var works: Chapter {
        let terms: [Supervision] = [
            .init(.never), .init(.failure), .init(.failure, after: .seconds(1)), .init(.always),
        ]
        return chapter("works, graphs of up to 3 services", 1...3) { needs, order in
            terms.flatMap { terms in
                var works = needs.indices.map { worker in needs.indices.map { $0 == worker ? terms : nil } }
                if needs.count == 2 { works.append([terms, terms]) }
                return works.map { Program(needs, .works(order), works: $0) }
            }
        }
    }

    private static func chapter(
        _ name: String, _ counts: ClosedRange<Int>, _ programs: ([[Int]], StopOrder) -> [Program]
    ) -> Chapter {
        Chapter(
            name: name,
            programs: counts.flatMap { LabelledGraphs.acyclic(of: $0) }.flatMap { needs in
                [StopOrder.sequential, .concurrent].flatMap { programs(needs, $0) }
            })
    }
}
