import StoicServices

/// Holds the plan of every small graph to what is plain to see in it.
package struct PlanSurvey {
    package private(set) var graphs = 0
    package private(set) var valid = 0
    package private(set) var failed: String?

    package init() {}

    /// All graphs of `count` services: a plan exists for those without a cycle, and starts needs first.
    package mutating func lookAtCycles(of count: Int) {
        for needs in LabelledGraphs.all(of: count) {
            graphs += 1
            let provides = needs.enumerated().map { index, needs in provide("\(index)", needs.map { "\($0)" })
            }
            do throws(ServiceGraphError) {
                let order = try ServicePlan(provides).order
                valid += 1
                let places = needs.indices.map { order.firstIndex(of: $0) ?? -1 }
                hold(LabelledGraphs.isAcyclic(needs) && order.count == count, needs)
                for (index, needs) in needs.enumerated() {
                    hold(needs.allSatisfy { places[$0] < places[index] }, order)
                }
            } catch {
                let cycles = error.all.compactMap { if case .cycle(let keys) = $0 { keys } else { nil } }
                hold(!LabelledGraphs.isAcyclic(needs) && cycles.count == error.all.count, error)
                for cycle in cycles { hold(isCycle(cycle.compactMap { Int($0.name) }, needs), error) }
            }
        }
    }

    /// All graphs of three services of any of three names, with needs that may be missing: a plan exists
    /// where every name is there once, every need is there and none goes round.
    ///
    /// - Parameter step: Looks at one out of so many.
    package mutating func lookAtNames(every step: Int = 1) {
        let names = ["a", "b", "c"]
        let wants = (0..<16).map { bits in
            (names + ["d"]).enumerated().filter { bits & 1 << $0.0 != 0 }.map(\.1)
        }
        for number in 0..<27 {
            let taken = [number / 9, number / 3 % 3, number % 3].map { names[$0] }
            for bits in stride(from: number % step, to: 16 * 16 * 16, by: step) {
                let needs = [wants[bits >> 8], wants[bits >> 4 & 15], wants[bits & 15]]
                graphs += 1
                look(at: taken, needs)
            }
        }
    }

    private mutating func look(at names: [String], _ needs: [[String]]) {
        let doubled = names.count - Set(names).count
        let missing = needs.joined().count { !names.contains($0) }
        // Of two services of a name the first is the one that is needed.
        let indices = needs.map { $0.compactMap { names.firstIndex(of: $0) } }
        let isCircular = !LabelledGraphs.isAcyclic(indices)
        do throws(ServiceGraphError) {
            _ = try ServicePlan(zip(names, needs).map { provide($0, $1) })
            valid += 1
            hold(doubled == 0 && missing == 0 && !isCircular, names, needs)
        } catch {
            hold(error.all.count { if case .duplicate = $0 { true } else { false } } == doubled, error)
            hold(error.all.count { if case .missing = $0 { true } else { false } } == missing, error)
            hold(error.all.contains { if case .cycle = $0 { true } else { false } } == isCircular, error)
        }
    }

    private func isCycle(_ cycle: [Int], _ needs: [[Int]]) -> Bool {
        zip(cycle, cycle.dropFirst() + cycle.prefix(1)).allSatisfy { needs[$0].contains($1) }
    }

    private func provide(_ name: String, _ needs: [String]) -> Provide {
        Provide(ServiceKey<Int>(name), needs: needs.map { ServiceKey<Int>($0).any }, start: { _ in 0 })
    }

    private mutating func hold(_ condition: Bool, _ what: Any...) {
        if !condition, failed == nil { failed = "promise 1: \(what)" }
    }
}

extension ServiceGraphError {
    /// Itself, or the problems it is made of.
    fileprivate var all: [ServiceGraphError] {
        if case .several(let problems) = self { problems } else { [self] }
    }
}
