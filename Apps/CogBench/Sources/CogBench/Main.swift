import Foundation

/// Measures the graph beside a floor, a control and raw `@Observable`, interleaved in one process.
@main
struct Main {
    static let usage = """
        usage: cog-bench [--shape NAME]… [--rounds N] [--json] [--list]
               cog-bench --shape NAME --count N [--variant NAME]

        --rounds N    samples of each variant; 45 unless given
        --count N     run one variant, the graph unless given, N operations and nothing else: for
                      tools that count, by the difference of two lengths
        """

    @MainActor
    static func main() {
        do { try run(try Options(Array(CommandLine.arguments.dropFirst()))) } catch {
            FileHandle.standardError.write(Data("cog-bench: \(error)\n".utf8))
            exit(error is Options.Wrong ? 2 : 1)
        }
    }

    @MainActor
    private static func run(_ options: Options) throws {
        let shapes = try options.chosen(from: Shape.all)
        if options.isHelp { return print(usage) }
        if options.isList { return print(shapes.map(\.name).joined(separator: "\n")) }
        if let count = options.count {
            guard let variant = shapes.first?.make(options.variant) else {
                throw Options.Wrong(description: "that shape has no variant \(options.variant)")
            }
            _ = variant.run(0..<count)
            return
        }
        for design in Design.all where shapes.contains(where: { $0.name == design.name }) {
            try Counts.check(design)
        }
        let sampler = Sampler(rounds: options.rounds)
        var random = SystemRandomNumberGenerator()
        var report = Report()
        for shape in shapes { report.add(shape, try sampler.measure(shape, random: &random)) }
        print(options.isJSON ? try report.json : report.table)
    }
}
