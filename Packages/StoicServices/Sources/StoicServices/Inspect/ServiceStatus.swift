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

    public let key: AnyServiceKey
    public let state: State
    /// What has to start before it starts, or to stop before it stops.
    public let waitsOn: [AnyServiceKey]

    public var description: String {
        "\(key): \(state)"
            + (waitsOn.isEmpty ? "" : ", waits on \(waitsOn.map(\.name).joined(separator: ", "))")
    }
}

extension RunMachine {
    /// Where every service stands now, in declaration order.
    var statuses: [ServiceStatus] {
        plan.services.indices.map { index in
            ServiceStatus(
                key: key(index), state: records[index].state.told, waitsOn: waitsOn(index).map(key))
        }
    }

    private func waitsOn(_ index: Int) -> [Int] {
        switch records[index].state {
        case .waiting where phase == .starting:
            plan.needs[index].filter { !records[$0].state.isStarted }
        case .started where phase == .stopping || phase == .rollingBack:
            plan.dependents[index].filter { !records[$0].state.isOver }
        case .waiting, .starting, .startAbandoned, .started, .stopping, .stopAbandoned, .ended: []
        }
    }
}

extension ServiceRecord.State {
    fileprivate var isStarted: Bool { if case .started = self { true } else { false } }

    /// Whether nobody waits for it any more.
    fileprivate var isOver: Bool {
        switch self {
        case .waiting, .startAbandoned, .stopAbandoned, .ended: true
        case .starting, .started, .stopping: false
        }
    }

    fileprivate var told: ServiceStatus.State {
        switch self {
        case .waiting: .waiting
        case .starting(let isCancelled): isCancelled ? .cancellingStart : .starting
        case .startAbandoned: .startAbandoned
        case .started: .started
        case .stopping(let isCancelled): isCancelled ? .cancellingStop : .stopping
        case .stopAbandoned: .stopAbandoned
        case .ended: .ended
        }
    }
}
