/// Proves, outside the timed runs, that a design runs the bodies it must and no more.
@MainActor
enum Counts {
    struct Wrong: Error, CustomStringConvertible {
        let description: String
    }

    static func check(_ design: Design) throws {
        let counter = Counter()
        let variant = GraphVariant(design, in: benchContext(), counting: counter)
        _ = variant.run(0..<4)
        counter.count = 0
        _ = variant.run(4..<14)
        guard counter.count == design.bodies * 10 else {
            throw Wrong(
                description: "\(design.name): \(counter.count) bodies ran in 10 operations, "
                    + "\(design.bodies * 10) expected")
        }
    }
}
