@_spi(Mechanisms) import CogGraph
import CogMechanisms
import CogTesting
import Observation
import Testing

/// Rows that read lower rows, and also whatever row their link names, and those who read them.
@MainActor
final class CycleRun {
    private static let rows = 9
    private let value = CogBox<Int, Int>.Manual(name: "value") { _ in 1 }
    private let link = CogBox<Int, Int>.Manual(name: "link") { _ in -1 }
    private let node: CogBox<Int, Int>
    let cogs: Cogs
    private(set) var reports = 0
    private var controller: MechanismController?
    private var random: Numbers
    private var values = [Int](repeating: 1, count: rows)
    private var links = [Int](repeating: -1, count: rows)
    private var views: [View] = []
    /// What each reaction saw last, by its row.
    private var seen: [Int: Int] = [:]
    private var sequences: [(row: Int, values: CogValues<Int>)] = []

    init(seed: UInt64) {
        random = Numbers(state: seed)
        final class Holder { var box: CogBox<Int, Int>? }
        let (value, link, holder) = (value, link, Holder())
        let lifetime: CogLifetime = seed % 2 == 0 ? .whileObserved : .whileObserved(grace: .zero)
        node = CogBox<Int, Int>(name: "node", lifetime: lifetime) { c, n in
            guard let box = holder.box else { return 0 }
            // Even rows follow their link first, odd ones last; some read no lower row.
            var sum = c[value[n]]
            let target = c[link[n]]
            if n % 2 == 0, target >= 0 { sum += c[box[target]] }
            if n > 0, sum % 5 != 0 { sum += c[box[n - 1]] }
            if n % 2 == 1, target >= 0 { sum += c[box[target]] }
            return sum % 7
        }
        holder.box = node
        final class Taken { var controller: MechanismController? }
        let taken = Taken()
        cogs = Cogs.forTesting(mechanisms: [Scripted("M") { taken.controller = $0 }])
        controller = taken.controller
        cogs.onCycle(standingIn: [0]) { [unowned self] _ in reports += 1 }
    }

    /// Nil where the value comes from a cycle.
    func model(_ n: Int, below waiting: Set<Int> = []) -> Int? {
        if waiting.contains(n) { return nil }
        let waiting = waiting.union([n])
        var sum = values[n]
        func add(_ row: Int) -> Bool {
            guard let more = model(row, below: waiting) else { return false }
            sum += more
            return true
        }
        if n % 2 == 0, links[n] >= 0, !add(links[n]) { return nil }
        if n > 0, sum % 5 != 0, !add(n - 1) { return nil }
        if n % 2 == 1, links[n] >= 0, !add(links[n]) { return nil }
        return sum % 7
    }

    func write(links newLinks: [Int: Int], values newValues: [Int: Int]) {
        for (n, target) in newLinks { links[n] = target }
        for (n, number) in newValues { values[n] = number }
        cogs.turn { [link, value] c in
            for (n, target) in newLinks { c[link[n]] = target }
            for (n, number) in newValues { c[value[n]] = number }
        }
    }

    func turn(mayClose: Bool) {
        var (newLinks, newValues): ([Int: Int], [Int: Int]) = ([:], [:])
        for _ in 0...random.below(2) {
            let isLinked = mayClose && random.below(2) == 0
            newLinks[random.below(Self.rows)] = isLinked ? random.below(Self.rows) : -1
            newValues[random.below(Self.rows)] = random.below(5)
        }
        write(links: newLinks, values: newValues)
    }

    func openAll() {
        write(links: Dictionary(uniqueKeysWithValues: (0..<Self.rows).map { ($0, -1) }), values: [:])
    }

    @discardableResult
    func addView(of row: Int) -> View {
        views.append(View(row) { [cogs, node] in cogs[node[row]] })
        return views[views.count - 1]
    }

    func addReaders() {
        addView(of: random.below(Self.rows))
        let reacting = random.below(Self.rows)
        controller?.run(name: "r\(reacting)") { [unowned self] c in seen[reacting] = c[node[reacting]] }
        let offered = random.below(Self.rows)
        sequences.append((offered, cogs.values(of: node[offered], buffering: .newest(1))))
    }

    /// Draws the views that were told, and holds everyone who is not touched by a cycle to the model.
    func check() {
        for view in views {
            if view.isTold { view.draw() }
            if let expected = model(view.row) { #expect(view.shown == expected) }
        }
        for (row, number) in seen { if let expected = model(row) { #expect(number == expected) } }
        let row = random.below(Self.rows)
        let before = reports
        let number = cogs.peek(node[row])
        if let expected = model(row) {
            #expect(number == expected)
            #expect(reports == before)
        } else {
            #expect(reports > before)
        }
        if random.below(3) == 0 { cogs.discard(node[random.below(Self.rows)]) }
        let noticed = cogs.history.last?.noticed ?? []
        #expect(Set(noticed).count == noticed.count)
        cogs.context.checkInvariants()
    }

    /// The last value that each sequence was offered is its row's.
    func checkSequences() async {
        for (row, values) in sequences {
            var iterator = values.makeAsyncIterator()
            #expect(await iterator.next() == model(row))
        }
    }

    /// A graph that never saw a cycle has as many dependencies.
    func checkDependencies() {
        let fresh = CycleRun(seed: 0)
        fresh.write(
            links: Dictionary(uniqueKeysWithValues: links.enumerated().map { ($0, $1) }),
            values: Dictionary(uniqueKeysWithValues: values.enumerated().map { ($0, $1) }))
        for row in 0..<Self.rows {
            _ = [fresh.cogs.peek(fresh.node[row]), cogs.peek(node[row])]
            #expect(cogs.census(of: node).count <= Self.rows)
        }
        func readers(_ run: CycleRun) -> [String: Set<String>] {
            var readers: [String: Set<String>] = [:]
            for row in run.cogs.census(of: run.node).rows {
                for case .reader(let name) in row.keepers { readers[row.name, default: []].insert(name) }
            }
            return readers
        }
        for (row, names) in readers(self) { #expect(names.isSubset(of: readers(fresh)[row] ?? [])) }
    }
}

extension CycleRun {
    /// Draws one state; it is told once of the first change of what it drew.
    @MainActor
    final class View {
        let row: Int
        private let read: @MainActor () -> Int
        private(set) var shown = 0
        private(set) var isTold = false

        init(_ row: Int, _ read: @escaping @MainActor () -> Int) {
            self.row = row
            self.read = read
            draw()
        }

        func draw() {
            isTold = false
            shown = withObservationTracking {
                read()
            } onChange: {
                MainActor.assumeIsolated { self.isTold = true }
            }
        }
    }
}

/// The same numbers for a state everywhere.
private struct Numbers {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }
}
