/// Something to measure: its variants, made anew, and what each has to run and to read.
struct Shape {
    let name: String
    /// What the time of an operation is divided by: the bodies that it has to run, or the rows that it
    /// builds.
    let units: Int
    /// What one operation of a variant runs, exactly.
    let work: (VariantKind) -> Work
    /// What the operation of this number reads.
    let result: (_ operation: Int) -> Int
    let make: @MainActor (VariantKind) -> (any Variant)?

    @MainActor static var names: [String] { Design.all.map(\.name) + Special.all.map(\.name) }

    /// Nil when there is none of that name.
    @MainActor
    static func named(_ name: String) -> Shape? {
        Design.all.first { $0.name == name }.map { Shape($0.design) }
            ?? Special.all.first { $0.name == name }.map(Shape.init)
    }
}

extension Shape {
    @MainActor
    init(_ design: Design) {
        self.init(
            name: design.name, units: design.bodies, work: { design.work[$0] ?? Work() },
            result: design.result(after:)
        ) { kind in
            switch kind {
            case .floor: FloorVariant(design, Tally())
            case .control: ControlVariant(design, Tally())
            // Without memo, cells that share what is above them cost the number of paths.
            case .observable:
                (design.work[.observable]?.bodies ?? 0) > 20_000 ? nil : ObservableVariant(design, Tally())
            case .graph: GraphVariant(design, Tally())
            }
        }
    }

    @MainActor
    init(_ special: Special) {
        self.init(
            name: special.name, units: special.units, work: { special.work[$0] ?? special.runs },
            result: special.result
        ) { kind in
            let tally = Tally()
            return special.make(kind, tally).map { Closure(tally: tally, operate: $0) }
        }
    }
}
