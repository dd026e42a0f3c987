import CogGraph
import CogMechanisms

/// Has a workforce do what is admitted, one scope for each job, and takes what came of it into the graph.
///
/// A job is wanted as long as its scope lives. What it came to is taken outside of the scope: it may have
/// ended, and be in the store, in the very moment in which it was not wanted any more.
struct TransfersMechanism<Job: Identifiable & Sendable, Event: Sendable>: Mechanism
where Job.ID: Sendable {
    let name: String
    let admitted: Cog<[Job]>
    let workforce: Workforce<Job, Event>
    let take: @MainActor (MechanismController, Event) -> Void

    func operate(_ m: MechanismController) {
        let (admitted, workforce, take) = (admitted, workforce, take)
        // A job stays the same one though what is known of its episode changes.
        let identities = Cog<[Job.ID]>(name: "\(name) jobs") { c in c[admitted].map(\.id) }
        m.scope(each: identities, name: "job") { id, s in
            guard let job = s.peek(admitted).first(where: { $0.id == id }) else { return }
            s.task(name: "work") { await workforce.perform(job) }
        }
        m.task(name: "events") { [weak m] in
            for await event in workforce.events {
                guard let m else { return }
                take(m, event)
            }
            m?.endReports()
        }
    }
}
