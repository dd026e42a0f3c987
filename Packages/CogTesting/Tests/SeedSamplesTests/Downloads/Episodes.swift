import CogGraph
import CogMechanisms
import Foundation

typealias EpisodeID = String

struct Episode: Equatable {
    let id: EpisodeID
    let isNew: Bool
}

enum DownloadState: Equatable {
    case none
    case downloading
    case downloaded(URL)

    var isDownloadedOrInFlight: Bool { self != .none }
}

struct AutoDownloadPolicy: Equatable {
    var isOn: Bool

    func wants(_ episode: Episode) -> Bool { isOn && episode.isNew }
}

let subscribedEpisodesCog = Cog<[Episode]>.Manual { [] }
let autoDownloadPolicyCog = Cog<AutoDownloadPolicy>.Manual { AutoDownloadPolicy(isOn: true) }
let downloadStateCogs = CogBox<DownloadState, EpisodeID>.Manual { DownloadState.none }

extension CogOps {
    func finishDownload(of id: EpisodeID, at file: URL) async {
        turn(downloadStateCogs[id], to: .downloaded(file))
    }

    func refreshAllFeeds() async {
        turn { c in c[subscribedEpisodesCog].append(Episode(id: "fresh", isNew: true)) }
    }

    func scheduleNextRefresh() async {}
}
