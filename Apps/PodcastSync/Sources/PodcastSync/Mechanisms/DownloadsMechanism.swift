import CogGraph
import CogMechanisms
import PodcastModel

/// Drives the transfers toward the desired set, and takes what came of them into the graph.
struct DownloadsMechanism: Mechanism {
    let downloads: Workforce<DownloadJob, DownloadEvent>

    func operate(_ m: MechanismController) {
        let downloads = downloads
        m.watch(admittedDownloadsCog, initial: .run, name: "reconcile") { _, jobs in
            downloads.reconcile(jobs)
        }
        m.task(name: "events") { [weak m] in
            for await event in downloads.events {
                guard let m else { return }
                m.follow(event)
            }
            m?.endReports()
        }
    }
}
