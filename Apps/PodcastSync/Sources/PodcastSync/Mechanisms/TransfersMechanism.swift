import CogGraph
import CogMechanisms

/// Has a workforce do what is admitted, and takes what came of it into the graph.
struct TransfersMechanism<Job: Identifiable & Sendable, Event: Sendable>: Mechanism
where Job.ID: Sendable {
    let name: String
    let admitted: Cog<[Job]>
    let workforce: Workforce<Job, Event>
    let take: @MainActor (MechanismController, Event) -> Void

    func operate(_ m: MechanismController) {
        let (workforce, take) = (workforce, take)
        m.watch(admitted, initial: .run, name: "reconcile") { _, jobs in workforce.reconcile(jobs) }
        m.task(name: "events") { [weak m] in
            for await event in workforce.events {
                guard let m else { return }
                take(m, event)
            }
            m?.endReports()
        }
    }
}
