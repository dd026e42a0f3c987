import CogGraph
import PodcastModel

/// The verdicts on what this run was asked for by name.
private let namedEpisodesCog = Cog<[Judged]>(name: "namedEpisodes") { c in
    guard case .only(let ids) = c[_downloadsCog] else { return [] }
    return c[_feedsCog].flatMap { feed in
        c[verdictsCogs[feed.id]].filter { ids.contains($0.episode.id) }
    }
}

/// What was asked for by name and can never be had.
let unmetDownloadsCog = Cog<[DownloadResult]>(name: "unmetDownloads") { c in
    c[namedEpisodesCog].compactMap { judged in
        guard judged.verdict == .unwanted(.nothingToDownload) else { return nil }
        return DownloadResult(
            episode: judged.episode.id, title: judged.episode.title,
            outcome: .failed(reason: "it has nothing to download"))
    }
}

/// How much of what was asked for by name was here before this run fetched anything.
let alreadyHereCog = Cog<Int>(name: "alreadyHere") { c in
    let fetched = Set(
        c[downloadResultsCog].filter { if case .downloaded = $0.outcome { true } else { false } }
            .map(\.episode))
    let named = c[namedEpisodesCog]
    // Episodes over one enclosure came together (POD-1).
    let came = Set(named.map(\.episode).filter { fetched.contains($0.id) }.map(\.enclosureURL))
    return named.count { $0.standing.bytes != nil && !came.contains($0.episode.enclosureURL) }
}
