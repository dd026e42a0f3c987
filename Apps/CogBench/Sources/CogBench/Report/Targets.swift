extension Target {
    /// Those that are known beforehand; `ahead` adds one for each shape that raw `@Observable` has.
    static let all = handMade + published + counted + flat + held + scanned + growing + served

    private static let handMade: [Target] =
        [
            "chain100", "turn-diamond", "turn-deep", "turn-broad", "fan16", "cellx-1000",
        ].map { Target(.ratio($0, .control), 1) }
        + [Target(.ratio("steady", .control), 1.5), Target(.ratio("effect-steady", .control), 2)]
        + pins.map { Target(.ratio($0, .control), 0.6) } + [Target(.ratio("build-keyed-1000", .control), 2)]

    private static let published: [Target] =
        ["turn-unstable", "edge-static32", "edge-churn32", "dyn-10x10f6"].compactMap { shape in
            Published.alienSignals[shape].map {
                Target(.ratio(shape, .control), $0.ratio / 3, because: "⅓ of alien-signals' ratio")
            }
        }

    private static let counted: [Target] =
        [
            Target(.instructions("chain100"), 220), Target(.instructions("turn-diamond"), 300),
            Target(.instructions("turn-broad"), 170), Target(.instructions("steady"), 480),
            Target(.instructions("keyed-fan"), 220), Target(.instructions("one-of-1000-strings"), 520),
        ]
        + warm.map { Target(.allocations($0), 0) }

    /// Shapes whose operation is one warm turn, with and without reactions.
    private static let warm =
        [
            "turn-deep", "chain100", "turn-diamond", "turn-broad", "fan16", "steady", "turn-unstable",
            "cellx-1000", "effect-steady", "edge-static32", "edge-churn32", "dyn-10x10f6", "pinned-1000",
            "keyed-fan", "one-of-1000-strings",
        ]

    private static let pins = [1, 100, 1_000, 10_000, 100_000].map { "pinned-\($0)" }

    /// A quarter more is a larger table's distance from the processor, not another order of growth.
    private static let flat: [Target] =
        pins.dropFirst().map { Target(.flat($0, over: "pinned-1"), 1.25) }
        + pins.dropFirst().map { Target(.flatInstructions($0, over: "pinned-1"), 1.05) }
        + [
            Target(.flat("build-unkeyed-100000", over: "build-unkeyed-1000"), 1.25),
            Target(.flatInstructions("build-unkeyed-100000", over: "build-unkeyed-1000"), 1.05),
            Target(.flat("idle-100000", over: "idle-1000"), 1.25),
            Target(.flatInstructions("idle-100000", over: "idle-1000"), 1.05),
        ]

    private static let held: [Target] = [
        Target(.memory(.keyedManual), 80), Target(.memory(.keyedDerived), 110),
        Target(.memory(.afterClosing), 1), Target(.memory(.madeAgain), 1),
        Target(.memory(.asyncAfterClosing), 1), Target(.memory(.closedScope), 0.01),
    ]

    /// What looking at a scope that stays takes.
    private static let scanned = [100, 1_000, 10_000, 100_000].map { Target(.time("each-same-\($0)"), 100) }

    private static let served: [Target] = [
        Target(.services(.validate), 50), Target(.services(.run), 1_000),
    ]

    /// Work that grows with what it does not touch takes more instructions. Time grows also where memory
    /// is far away, and does so for rows by hand.
    private static let growing =
        Series.Name.inGraph.map { Target(.flatSeries($0), 1.1) }
        + Series.Name.inGraph.map { Target(.steepness($0), 0.15) }

    /// Raw `@Observable` is left behind, but where it is a bare chain of calls that remembers nothing.
    static func ahead(on shape: String) -> Target {
        Target(.ratio(shape, .observable), ["chain100", "turn-deep"].contains(shape) ? 1.3 : 1)
    }
}

/// What others measured: alien-signals 3.2 on V8, and scheduling by hand beside it on the same machine,
/// in nanoseconds a body. Only their ratio means something elsewhere.
struct Published {
    let alien: Double
    let control: Double

    var ratio: Double { alien / control }

    static let alienSignals: [String: Published] = [
        "chain100": .init(alien: 36, control: 24), "turn-diamond": .init(alien: 49, control: 29),
        "turn-broad": .init(alien: 41, control: 24), "fan16": .init(alien: 34, control: 26),
        "steady": .init(alien: 33, control: 25), "effect-steady": .init(alien: 87, control: 28),
        "turn-unstable": .init(alien: 116, control: 18), "pinned-1000": .init(alien: 67, control: 101),
        "edge-static32": .init(alien: 654, control: 30), "edge-churn32": .init(alien: 1_610, control: 70),
        "cellx-1000": .init(alien: 50, control: 22), "dyn-10x10f6": .init(alien: 194, control: 31),
        "build-keyed-1000": .init(alien: 90, control: 63),
    ]
}
