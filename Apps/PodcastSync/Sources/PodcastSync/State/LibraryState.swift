import CogGraph
import Foundation
import PodcastModel

// The graph's view of the library. The store is the truth: every change is in it before it is here.

let _feedsCog = Cog<[Feed]>.Manual(name: "feeds") { [] }
let _episodesCogs = CogBox<[Episode], FeedID>.Manual(name: "episodes") { [] }
let _policiesCog = Cog<Policies>.Manual(name: "policies") { Policies() }
let _refreshStateCogs = CogBox<RefreshState, FeedID>.Manual(name: "refresh") { .idle }
let _downloadStateCogs = CogBox<DownloadState, EpisodeID>.Manual(name: "download") { .none }
/// The name of the file that an unfinished download of an episode was there for when the run began.
let _partCogs = CogBox<String?, EpisodeID>.Manual(name: "part") { nil }

// What this run was asked for, and what came of it.

/// The time that decides which failed downloads may be tried again.
let _nowCog = Cog<Date>.Manual(name: "now") { .distantPast }
let _limitsCog = Cog<TransferLimits>.Manual(name: "limits") { TransferLimits() }
let _downloadsCog = Cog<RunRequest.Downloads>.Manual(name: "downloads") { .none }
let _removalsCog = Cog<RunRequest.Removals>.Manual(name: "removals") { .none }
/// Whether the run has tried an episode: what failed is for the next run, whatever the clock says.
let _isTriedCogs = CogBox<Bool, EpisodeID>.Manual(name: "isTried") { false }
let _removalResultsCog = Cog<[RemovalResult]>.Manual(name: "removalResults") { [] }
let _downloadResultsCog = Cog<[DownloadResult]>.Manual(name: "downloadResults") { [] }
/// Once the store fails nothing more is wanted: what cannot be written must not be begun.
let _storeFailureCog = Cog<PodcastError?>.Manual(name: "storeFailure") { nil }
/// How many workforces may still report something: refreshes, downloads and removals, until they stop.
let _workforcesAtWorkCog = Cog<Int>.Manual(name: "workforcesAtWork") { 3 }
