/// Where one service of a running graph stands, and what it waits on. Rule: SVC-16.
public struct ServiceStatus: Sendable, CustomStringConvertible {
    /// What a service does.
    public enum State: String, Sendable {
        /// What it needs has not started yet.
        case waiting
        case starting
        case cancellingStart
        case startAbandoned
        case started
        case stopping
        case cancellingStop
        case stopAbandoned
        /// It never started, or failed to, or was stopped or skipped.
        case ended
    }

    /// The service.
    public let key: AnyServiceKey
    /// What it does.
    public let state: State
    /// What has to start before it starts, or to stop before it stops.
    public let waitsOn: [AnyServiceKey]

    public var description: String {
        "\(key): \(state)"
            + (waitsOn.isEmpty ? "" : ", waits on \(waitsOn.map(\.name).joined(separator: ", "))")
    }
}
