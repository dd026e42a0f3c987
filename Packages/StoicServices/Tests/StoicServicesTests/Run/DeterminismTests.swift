import StoicServices
import TestClocks
import Testing

/// Services that wait for each other's starts and stops crosswise, so that the order in which
/// they end is up to who runs them.
private func transcript(_ executor: SerialTasks) async throws -> [String] {
    let count = 40
    let (told, starts, stops) = (
        Transcript(), (0..<count).map { _ in Flag() }, (0..<count).map { _ in Flag() }
    )
    let graph = try ServiceGraph(label: "crosswise") {
        for index in 0..<count {
            Provide(
                ServiceKey<Int>("s\(index)"),
                start: { _ in
                    starts[index].set()
                    await starts[(index * 7 + 3) % count].wait()
                    await starts[(index * 11 + 5) % count].wait()
                    return index
                },
                stop: { _, _ in
                    stops[index].set()
                    await stops[(index * 7 + 3) % count].wait()
                })
        }
    }
    try await withTaskExecutorPreference(executor) {
        try await graph.run(
            stopOrder: .concurrent, clock: TestClock(), executor: executor,
            observer: told.observer
        ) { _ in }
    }
    return told.lines
}

struct DeterminismTests {
    @Test("SVC-9: On one serial executor the same script gives the same events in order")
    func repeatable() async throws {
        let executor = SerialTasks()
        let first = try await transcript(executor)
        #expect(first.count == 4 * 40 + 2)
        for _ in 0..<30 { #expect(try await transcript(executor) == first) }
    }
}
