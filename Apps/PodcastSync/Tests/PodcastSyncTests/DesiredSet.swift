import CogGraph
import PodcastModel

@testable import PodcastSync

/// What should be downloaded now, of all feeds in the order of subscription, the newest first.
let episodesToDownloadCog = Cog<[Episode]>(name: "allEpisodesToDownload") { c in
    c[feedIDsCog].flatMap { c[episodesToDownloadCogs[$0]] }
}
