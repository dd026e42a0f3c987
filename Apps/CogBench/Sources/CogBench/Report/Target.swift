/// What a shape's figure for the graph has to stay within, in ratio to another's of the same run.
struct Target {
    let shape: String
    let against: VariantKind
    let ratio: Double

    static let all: [Target] = [
        .init("chain100", .control, 1), .init("turn-diamond", .control, 1), .init("turn-deep", .control, 1),
        .init("turn-broad", .control, 1), .init("fan16", .control, 1), .init("cellx-1000", .control, 1),
        .init("steady", .control, 1.5), .init("effect-steady", .control, 2),
        .init("pinned-1", .control, 0.6), .init("pinned-1000", .control, 0.6),
        .init("pinned-100000", .control, 0.6), .init("build", .control, 2),
        .init("turn-unstable", .control, 116.0 / 18 / 3), .init("edge-static32", .control, 654.0 / 30 / 3),
        .init("edge-churn32", .control, 1_610.0 / 70 / 3), .init("dyn-10x10", .control, 194.0 / 31 / 3),
        .init("chain100", .observable, 1.3), .init("turn-deep", .observable, 1.3),
        .init("turn-diamond", .observable, 1), .init("turn-broad", .observable, 1),
        .init("fan16", .observable, 1), .init("steady", .observable, 1),
        .init("turn-unstable", .observable, 1),
    ]

    private init(_ shape: String, _ against: VariantKind, _ ratio: Double) {
        self.shape = shape
        self.against = against
        self.ratio = ratio
    }
}
