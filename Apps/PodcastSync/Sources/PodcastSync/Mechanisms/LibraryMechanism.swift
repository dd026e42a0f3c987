import CogGraph
import CogMechanisms
import Foundation
import PodcastModel

/// Brings the library into the graph, and asks for the run's work. Comes first.
struct LibraryMechanism: Mechanism {
    let library: LibrarySnapshot
    let request: RunRequest
    let now: Date

    func operate(_ m: MechanismController) {
        m.load(library)
        m.begin(request, now: now)
    }
}
