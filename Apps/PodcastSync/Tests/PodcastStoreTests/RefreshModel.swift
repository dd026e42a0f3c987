import Foundation
import PodcastModel

/// What a feed's episodes should be after any refreshes and downloads, by lists and loops alone.
struct RefreshModel {
    struct Row: Equatable {
        var identity: String
        var enclosure: String?
        var absent = false
        var state = DownloadState.none
        var attempts = 0
        var file: String?
    }

    struct Item {
        var guid: String
        var enclosure: String?
        var day: Int
    }

    var rows: [Row] = []

    mutating func refresh(_ items: [Item], isPartial: Bool) {
        var distinct: [Item] = []
        for item in items {
            if let place = distinct.firstIndex(where: { $0.guid == item.guid }) {
                if item.day > distinct[place].day { distinct[place] = item }
            } else {
                distinct.append(item)
            }
        }
        let present = distinct.map { "guid:" + $0.guid }
        let before = rows
        var claimed: [Int] = []
        var moved: [Int] = []
        for (item, identity) in zip(distinct, present) {
            let own = before.firstIndex { $0.identity == identity }
            let renamed = before.indices.first {
                !claimed.contains($0) && !present.contains(before[$0].identity)
                    && item.enclosure != nil && before[$0].enclosure == item.enclosure
            }
            guard let place = own ?? renamed else {
                rows.append(Row(identity: identity, enclosure: item.enclosure))
                continue
            }
            claimed.append(place)
            if rows[place].enclosure != item.enclosure { moved.append(place) }
            rows[place].identity = identity
            rows[place].enclosure = item.enclosure
            rows[place].absent = false
        }
        if !isPartial, !items.isEmpty {
            for place in before.indices where !claimed.contains(place) { rows[place].absent = true }
        }
        for place in moved + Array(before.count..<rows.count) { share(place) }
    }

    private mutating func share(_ place: Int) {
        guard rows[place].state == .none, rows[place].file == nil, rows[place].enclosure != nil else {
            return
        }
        let others = rows.indices.filter { $0 != place && rows[$0].enclosure == rows[place].enclosure }
        let known = others.filter { rows[$0].state != .none || rows[$0].file != nil }
        guard let source = known.first(where: { isHere(rows[$0].state) }) ?? known.first else { return }
        rows[place].state = rows[source].state
        rows[place].attempts = rows[source].attempts
        rows[place].file = rows[source].file
    }

    private func isHere(_ state: DownloadState) -> Bool {
        if case .downloaded = state { true } else { false }
    }

    /// The name that the file must have; nil for any that no other has.
    func expectedName(_ place: Int) -> String? {
        if let own = rows[place].file { return own }
        return rows.first { $0.file != nil && $0.enclosure == rows[place].enclosure }?.file
    }

    mutating func set(_ place: Int, _ state: DownloadState) {
        let own = rows[place]
        for other in rows.indices {
            let isUnnamed = own.file == nil || rows[other].file == nil
            let sharesFile = own.file != nil && rows[other].file == own.file
            let sharesURL = own.enclosure != nil && rows[other].enclosure == own.enclosure && isUnnamed
            guard other == place || sharesFile || sharesURL else { continue }
            rows[other].state = state
            if case .downloaded(let name, _) = state { rows[other].file = name }
            if case .failed = state { rows[other].attempts += 1 } else { rows[other].attempts = 0 }
        }
    }
}
