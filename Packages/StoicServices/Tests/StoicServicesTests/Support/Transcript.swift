import StoicServices
import Synchronization

/// Everything an observer was told.
final class Transcript: Sendable {
    private let events = Mutex<[ServiceEvent]>([])

    var observer: @Sendable (ServiceEvent) -> Void {
        { event in self.events.withLock { $0.append(event) } }
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
