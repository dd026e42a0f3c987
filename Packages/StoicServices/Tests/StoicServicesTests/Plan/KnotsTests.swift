import Testing

@testable import StoicServices

/// Who reaches whom by at least one need, found the slow and obvious way.
private func distances(_ needs: [[Int]]) -> [[Int?]] {
    var distance = [[Int?]](
        repeating: Array(repeating: nil, count: needs.count), count: needs.count)
    for (from, targets) in needs.enumerated() {
        for target in targets { distance[from][target] = 1 }
    }
    for middle in needs.indices {
        for from in needs.indices {
            for to in needs.indices {
                guard let first = distance[from][middle], let second = distance[middle][to]
                else { continue }
                distance[from][to] = min(distance[from][to] ?? .max, first + second)
            }
        }
    }
    return distance
}

struct KnotsTests {
    @Test("SVC-2: In generated graphs every knot tells one real cycle of the least length")
    func generated() {
        for seed in 0..<400 {
            var dice = Dice(seed: seed)
            let count = Int.random(in: 1...9, using: &dice)
            let needs = (0..<count).map { _ in (0..<count).filter { _ in dice.chance(18) } }
            let dependents = needs.indices.map { to in
                needs.indices.filter { needs[$0].contains(to) }
            }
            let distance = distances(needs)
            var expected: [Int: Int] = [:]
            for index in needs.indices where distance[index][index] != nil {
                let knot = needs.indices.filter {
                    $0 == index || distance[index][$0] != nil && distance[$0][index] != nil
                }
                expected[knot[0]] = knot.compactMap { distance[$0][$0] }.min()
            }
            let cycles = Knots(needs: needs, dependents: dependents).shortestCycles
            #expect(cycles.count == expected.count, "seed \(seed)")
            for cycle in cycles {
                for (from, to) in zip(cycle, cycle.dropFirst() + cycle.prefix(1)) {
                    #expect(needs[from].contains(to), "seed \(seed)")
                }
                let knot = needs.indices.first {
                    $0 == cycle[0]
                        || distance[cycle[0]][$0] != nil && distance[$0][cycle[0]] != nil
                }
                #expect(knot.flatMap { expected[$0] } == cycle.count, "seed \(seed)")
                #expect(cycle[0] == cycle.min(), "seed \(seed)")
            }
        }
    }
}
