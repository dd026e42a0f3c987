import CogGraph
import PodcastModel

/// How far the run is.
enum RunStatus: Hashable {
    case working
    /// Nothing is wanted any more.
    case done
    case failed(PodcastError)
}

let runStatusCog = Cog<RunStatus>(name: "runStatus") { c in
    if let failure = c[_storeFailureCog] { return .failed(failure) }
    let isDone =
        c[feedsToRefreshCog].isEmpty && c[episodesToDownloadCog].isEmpty && c[filesToRemoveCog].isEmpty
    return isDone ? .done : .working
}
