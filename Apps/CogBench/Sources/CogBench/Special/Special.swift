@_spi(Mechanisms) import CogGraph

/// A shape that is more than a design that is driven: keys, lists, things that are built and released.
struct Special {
    let name: String
    /// What its time is divided by: bodies, but for rows that are built, and reactions where there are more.
    let units: Int
    /// What one operation runs, in every variant unless `work` says otherwise.
    let runs: Work
    var work: [VariantKind: Work] = [:]
    /// What the operation of this number reads.
    let result: @Sendable (_ operation: Int) -> Int
    let make: @MainActor (VariantKind, Tally) -> ((_ operation: Int) -> Int)?

    @MainActor
    static var all: [Special] {
        [
            pinned(1), pinned(100), pinned(1_000), pinned(10_000), pinned(100_000), idle(1_000),
            idle(100_000), keyedFan, oneOfStrings, buildKeyed(1_000), buildKeyed(100_000),
            buildUnkeyed(1_000), buildUnkeyed(100_000), mux,
        ] + scopes + Kairo.all.map(Special.init)
    }

    @MainActor
    init(_ kairo: Kairo) {
        self.init(
            name: kairo.name, units: kairo.units, runs: kairo.work(.graph),
            work: Dictionary(uniqueKeysWithValues: VariantKind.allCases.map { ($0, kairo.work($0)) }),
            result: { _ in kairo.design.result(after: kairo.turns - 1) },
            make: { kind, tally in
                { _ in
                    let variant: any Variant
                    switch kind {
                    case .floor: variant = FloorVariant(kairo.design, tally)
                    case .control: variant = ControlVariant(kairo.design, tally)
                    case .observable: variant = ObservableVariant(kairo.design, tally)
                    case .graph:
                        let graph = GraphVariant(kairo.design, tally)
                        defer { graph.close() }
                        return graph.run(0..<kairo.turns)
                    }
                    return variant.run(0..<kairo.turns)
                }
            })
    }

    init(
        name: String, units: Int? = nil, runs: Work, work: [VariantKind: Work] = [:],
        result: @escaping @Sendable (Int) -> Int,
        make: @escaping @MainActor (VariantKind, Tally) -> ((Int) -> Int)?
    ) {
        self.name = name
        self.units = units ?? runs.bodies
        self.runs = runs
        self.work = work
        self.result = result
        self.make = make
    }
}

/// A row made by hand: where its value is, and how it is computed.
struct HandRow {
    let cell = Cell()
    let body: () -> Int

    init(_ body: @escaping () -> Int) { self.body = body }

    func run() { cell.value = body() }
}
