import CogGraph
import Foundation
import PodcastModel
import PodcastTransfer

// The graph's view of the library. The store is the truth: every change is in it before it is here.

let _feedsCog = Cog<[Feed]>.Manual(name: "feeds") { [] }
let _episodesCogs = CogBox<[Episode], FeedID>.Manual(name: "episodes") { [] }
let _policiesCog = Cog<Policies>.Manual(name: "policies") { Policies() }
let _refreshStateCogs = CogBox<RefreshState, FeedID>.Manual(name: "refresh") { .idle }
let _hostPausesCog = Cog<[String: Date]>.Manual(name: "hostPauses") { [:] }
let _downloadStateCogs = CogBox<DownloadState, EpisodeID>.Manual(name: "download") { .none }
/// The episodes of a feed that an unfinished download was there for when the run began, by the names of their
/// files. Most have none, and need no row to say so.
let _partsCogs = CogBox<[EpisodeID: String], FeedID>.Manual(name: "parts") { [:] }
/// What the engine has of earlier processes, and this run has neither finished nor given up.
let _outstandingCog = Cog<[OutstandingDownload]>.Manual(name: "outstanding") { [] }

// What this run was asked for, and what came of it.

/// The time of what was heard of last.
let _nowCog = Cog<Date>.Manual(name: "now") { .distantPast }
/// How often time was moved on because something was due; `RetryTimerMechanism` does that.
let _ticksCog = Cog<Int>.Manual(name: "ticks") { 0 }
let _limitsCog = Cog<TransferLimits>.Manual(name: "limits") { TransferLimits() }
let _downloadsCog = Cog<RunRequest.Downloads>.Manual(name: "downloads") { .none }
let _removalsCog = Cog<RunRequest.Removals>.Manual(name: "removals") { .none }
/// How many cleanups of the run ended.
let _cleanupCountCog = Cog<Int>.Manual(name: "cleanupCount") { 0 }
let _removalResultsCog = Cog<[RemovalResult]>.Manual(name: "removalResults") { [] }
let _requestedFeedsCog = Cog<RunRequest.Feeds>.Manual(name: "requestedFeeds") { .all }
let _triesCogs = CogBox<Tries, Transfer.ID>.Manual(name: "tries") { Tries() }
let _amountCogs = CogBox<Amount?, EpisodeID>.Manual(name: "amount") { nil }
/// Where a feed lived before this run moved it.
let _formerAddressCogs = CogBox<URL?, FeedID>.Manual(name: "formerAddress") { nil }
/// The results in the order they came, page by page, so that to note one copies and compares a page of them.
let _resultPagesCogs = CogBox<[DownloadResult], Int>.Manual(name: "resultPage") { [] }
/// How many pages there are.
let _pageCountCog = Cog<Int>.Manual(name: "pageCount") { 0 }
/// Of what somebody is to be told, in the order it came.
let _owedNoticesCog = Cog<[OwedNotice]>.Manual(name: "owedNotices") { [] }
/// Whether what comes in this run is told of.
let _tellsSomebodyCog = Cog<Bool>.Manual(name: "tellsSomebody") { false }
let _noticeResultsCog = Cog<[NoticeResult]>.Manual(name: "noticeResults") { [] }
/// Once the store fails nothing more is wanted: what cannot be written must not be begun.
let _storeFailureCog = Cog<PodcastError?>.Manual(name: "storeFailure") { nil }
/// How many workforces may still report something, until they stop.
let _workforcesAtWorkCog = Cog<Int>.Manual(name: "workforcesAtWork") { Workforces.count }
