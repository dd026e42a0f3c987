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
