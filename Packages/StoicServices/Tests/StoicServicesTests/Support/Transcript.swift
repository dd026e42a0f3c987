import StoicServices
import Synchronization

/// Everything an observer was told.
final class Transcript: Sendable {
    private struct Waiter {
        let isMet: (ServiceEvent.Kind) -> Bool
        let flag: Flag
    }

    private let events = Mutex<[ServiceEvent]>([])
    private let waiters = Mutex<[Waiter]>([])

    var observer: @Sendable (ServiceEvent) -> Void {
        { event in
            self.events.withLock { $0.append(event) }
            let flags = self.waiters.withLock { $0.filter { $0.isMet(event.kind) }.map(\.flag) }
            for flag in flags { flag.set() }
        }
    }

    /// Waits until an event that meets `condition` was told, before or after the call.
    func wait(for condition: @escaping @Sendable (ServiceEvent.Kind) -> Bool) async {
        let flag = Flag()
        waiters.withLock { $0.append(Waiter(isMet: condition, flag: flag)) }
        if all.contains(where: { condition($0.kind) }) { flag.set() }
        await flag.wait()
    }

    var all: [ServiceEvent] { events.withLock { $0 } }

    /// Each event but the report as `seconds: words`.
    var lines: [String] {
        all.compactMap { event in
            if case .report = event.kind { return nil }
            return "\(seconds(event.time)): \(event.kind)"
        }
    }

    var report: ServiceReport? {
        all.lazy.compactMap { event in
            if case .report(let report) = event.kind { report } else { nil }
        }.first
    }

    /// Each service's outcome in the report.
    var outcomes: [String] { report?.entries.map { "\($0.key) \($0.outcome)" } ?? [] }

    private func seconds(_ time: Duration) -> String {
        let milliseconds = time / .milliseconds(1)
        return milliseconds.truncatingRemainder(dividingBy: 1000) == 0
            ? "\(Int(milliseconds) / 1000)" : "\(milliseconds / 1000)"
    }
}

struct Broken: Error, Equatable, CustomStringConvertible {
    let description: String
    init(_ description: String = "broken") { self.description = description }
}
