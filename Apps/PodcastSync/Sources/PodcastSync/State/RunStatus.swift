import CogGraph
import PodcastModel

/// How far the run is.
enum RunStatus: Hashable {
    case working
    /// Nothing is wanted any more.
    case done
    /// No transfer will report any more, whatever is still wanted.
    case over
    case failed(PodcastError)
}

let runStatusCog = Cog<RunStatus>(name: "runStatus") { c in
    if let failure = c[_storeFailureCog] { return .failed(failure) }
    if c[_workforcesAtWorkCog] == 0 { return .over }
    return c[feedsToRefreshCog].isEmpty && c[episodesToDownloadCog].isEmpty ? .done : .working
}
