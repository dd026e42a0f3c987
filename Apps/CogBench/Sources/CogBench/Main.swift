import Foundation

/// Measures the graph beside a floor, a control and raw `@Observable`, interleaved in one process; how
/// its costs grow; what it takes of memory; what async work takes; and what a large graph of services takes.
@main
struct Main {
    static let usage = """
        usage: cog-bench [shapes] [--shape NAME]… [--rounds N]
               cog-bench --shape NAME --count N [--variant NAME]
               cog-bench growth [--series NAME] [--most N] [--svg FILE]
               cog-bench growth --series NAME --size N --count N
               cog-bench memory [--rows N]
               cog-bench flows [--shape NAME]…
               cog-bench flows --shape NAME --count N [--variant NAME]
               cog-bench services
               cog-bench counts --counts FILE
               cog-bench all
               cog-bench [growth | flows] --list

        Each prints its figures and the targets that they decide, met or missed.

        --rounds N     samples of each variant; 45 unless given
        --count N      run one variant, the graph unless given, N operations and nothing else: for
                       tools that count, by the difference of two lengths; of a flow it also says
                       the most memory that the process had
        --size N       how many rows, reactions or dependencies a curve is counted at
        --most N       the largest size; 1,000,000 unless given
        --rows N       how many rows are weighed; 100,000 unless given
        --counts FILE  hold what counting tools said of each shape against its targets too
        --svg FILE     draw the curves
        --page FILE    write the tables into their places on a page
        --json         one object, for machines
        """

    /// Runs the main queue by a run loop, as apps do. An async `main` would leave the main thread for
    /// another, which counting tools do not bear.
    static func main() {
        Task { @MainActor in
            do { try await run(try Options(Array(CommandLine.arguments.dropFirst()))) } catch {
                FileHandle.standardError.write(Data("cog-bench: \(error)\n".utf8))
                exit(error is Options.Wrong ? 2 : 1)
            }
            exit(0)
        }
        RunLoop.main.run()
    }

    @MainActor
    private static func run(_ options: Options) async throws {
        if options.isHelp { return print(usage) }
        let series = Series.all.filter { options.series == nil || $0.name == options.series }
        if options.command == .growth, options.isList {
            return print(series.map(\.name.rawValue).joined(separator: "\n"))
        }
        if options.command == .growth, let count = options.count {
            for series in series { GrowthMeter.run(series, size: options.size, operations: count) }
            return
        }
        if options.command == .flows, options.isList || options.count != nil {
            return try await runFlow(options)
        }
        let names = options.command == .flows ? [] : try options.chosen(from: Shape.names)
        if options.isList { return print(names.joined(separator: "\n")) }
        if let count = options.count {
            guard let variant = names.first.flatMap(Shape.named)?.make(options.variant) else {
                throw Options.Wrong(description: "that shape has no variant \(options.variant)")
            }
            _ = variant.run(0..<count)
            return
        }
        let report = try await measure(names.compactMap(Shape.named), series, options)
        if let svg = options.svg, !report.growth.isEmpty {
            let panels = Series.all.map { ($0.name, $0.panel) }
            let plot = Plot(report.growth, panels: Dictionary(uniqueKeysWithValues: panels))
            try plot.svg.write(toFile: svg, atomically: true, encoding: .utf8)
        }
        if let page = options.page { try Page.update(at: page, report.sections) }
        print(options.isJSON ? try report.json : report.text)
    }

    /// Runs a flow and nothing else, or says which there are.
    @MainActor
    private static func runFlow(_ options: Options) async throws {
        let names = try options.chosen(from: Flow.all.map(\.name))
        if options.isList { return print(names.joined(separator: "\n")) }
        guard let flow = Flow.all.first(where: { $0.name == names.first }),
            let trial = await flow.make(options.variant, Tally())
        else { throw Options.Wrong(description: "that flow has no variant \(options.variant)") }
        for operation in 0..<(options.count ?? 0) { _ = await trial.run(operation) }
        if let peak = Peak.bytes { print(Peak.line(peak)) }
    }

    @MainActor
    private static func measure(
        _ shapes: [Shape], _ series: [Series], _ options: Options
    ) async throws -> Report {
        var report = Report()
        if let path = options.counts { report.evidence.counts = try Counts(at: path) }
        for shape in shapes { report.evidence.units[shape.name] = shape.units }
        let asks = { (command: Options.Command) in [command, .all].contains(options.command) }
        // Memory first: later there are holes in the heap.
        if asks(.memory) { for use in await MemoryMeter(count: options.rows).all() { report.add(use) } }
        if asks(.shapes) {
            let sampler = Sampler(rounds: options.rounds)
            var random = SystemRandomNumberGenerator()
            for shape in shapes { report.add(shape, try await sampler.measure(shape, random: &random)) }
        }
        if asks(.flows) {
            let chosen = options.command == .flows ? try options.chosen(from: Flow.all.map(\.name)) : nil
            let bench = URL(fileURLWithPath: CommandLine.arguments[0])
            let meter = FlowMeter(rounds: options.rounds) { flow, operations in
                try Peak.bytes(of: flow, operations: operations, bench: bench)
            }
            var random = SystemRandomNumberGenerator()
            for flow in Flow.all where chosen?.contains(flow.name) != false {
                report.add(try await meter.measure(flow, random: &random))
            }
        }
        if asks(.services) { for cost in try await ServiceMeter(rounds: 9).measure() { report.add(cost) } }
        if asks(.growth) {
            let meter = GrowthMeter(most: options.most)
            for series in series { report.add(try await meter.measure(series)) }
        }
        return report
    }
}
