import CogGraph
import Foundation
import PodcastModel

/// How far the run is.
enum RunStatus: Hashable {
    case working
    /// Nothing is wanted any more, or not soon.
    case done
    case failed(PodcastError)
}

/// How long a run that has nothing else to do stays for what has to wait.
let patience: TimeInterval = 10

/// When time has to be moved on, while the run goes on.
let nextTickCog = Cog<Date?>(name: "nextTick") { c in
    c[runStatusCog] == .working ? c[nextDueCog] : nil
}

let runStatusCog = Cog<RunStatus>(name: "runStatus") { c in
    if let failure = c[_storeFailureCog] { return .failed(failure) }
    guard c[feedsToRefreshCog].isEmpty, c[demandCog].ready == 0, c[filesToRemoveCog].isEmpty,
        c[admittedTransfersCog].isEmpty, c[unclaimedDownloadsCog].isEmpty, c[admittedNoticesCog].isEmpty
    else { return .working }
    guard let next = c[nextDueCog] else { return .done }
    return next <= c[_nowCog].addingTimeInterval(patience) ? .working : .done
}
