extension RunMachine {
    /// What became of every service so far.
    package func report(label: String, warnings: [String]) -> ServiceReport {
        ServiceReport(
            label: label, reason: reason ?? .completed,
            entries: plan.services.indices.map { index in
                let record = records[index]
                return ServiceReport.Entry(
                    key: key(index), outcome: record.outcome, late: record.late,
                    start: record.startBegan.map { .init(began: $0, ended: record.startEnded) },
                    stop: record.stopBegan.map { .init(began: $0, ended: record.stopEnded) },
                    waitedFor: plan.needs[index].map(key), restarts: record.restartCount,
                    workError: record.workError, mayStillRun: record.mayStillRun)
            }, warnings: warnings)
    }
}
