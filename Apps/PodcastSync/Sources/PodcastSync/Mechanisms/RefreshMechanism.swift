import CogGraph
import CogMechanisms
import PodcastModel

/// Refreshes the admitted feeds, and takes what came of it into the graph.
struct RefreshMechanism: Mechanism {
    let refreshes: Workforce<Feed, RefreshEvent>

    func operate(_ m: MechanismController) {
        let refreshes = refreshes
        m.watch(admittedRefreshesCog, initial: .run, name: "reconcile") { _, feeds in
            refreshes.reconcile(feeds)
        }
        m.task(name: "events") { [weak m] in
            for await event in refreshes.events {
                guard let m else { return }
                m.finishRefresh(event)
            }
            m?.endReports()
        }
    }
}
