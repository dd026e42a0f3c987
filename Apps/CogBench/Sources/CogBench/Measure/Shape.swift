/// Something to measure: its variants, made anew, and how many bodies an operation runs.
struct Shape {
    let name: String
    let bodies: Int
    let make: @MainActor (VariantKind) -> (any Variant)?

    @MainActor
    static var all: [Shape] {
        Design.all.map(Shape.init)
            + Special.all.map { Shape(name: $0.name, bodies: $0.bodies, make: $0.make) }
    }

    @MainActor
    init(_ design: Design) {
        self.init(name: design.name, bodies: design.bodies) { kind in
            switch kind {
            case .floor: FloorVariant(design)
            case .control: ControlVariant(design)
            // Without memo, cells that share what is above them cost the number of paths.
            case .observable:
                design.nodes.count > 110 || design.name == "dyn-10x10" ? nil : ObservableVariant(design)
            case .graph: GraphVariant(design, in: benchContext())
            }
        }
    }

    init(name: String, bodies: Int, make: @escaping @MainActor (VariantKind) -> (any Variant)?) {
        self.name = name
        self.bodies = bodies
        self.make = make
    }
}
