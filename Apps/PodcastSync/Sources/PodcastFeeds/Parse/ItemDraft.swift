import Foundation
import PodcastModel

/// An item while it is read.
struct ItemDraft {
    var link: URL?
    private var guid: String?
    private var title: String?
    private var itunesTitle: String?
    /// The one whose element says best when it was published.
    private var date: (rank: Int, text: String)?
    private var media: Enclosure?
    private var fallback: Enclosure?
    /// Neither its type nor its extension says what it is; the response will.
    private var untold: Enclosure?

    mutating func set(_ tag: Tag, _ text: String) {
        switch tag {
        case .title: title = title ?? text
        case .itunesTitle: itunesTitle = itunesTitle ?? text
        case .guid, .id: guid = guid ?? text
        case .pubDate: offerDate(text, rank: 0)
        case .published: offerDate(text, rank: 1)
        case .dcDate: offerDate(text, rank: 2)
        case .updated: offerDate(text, rank: 3)
        default: break
        }
    }

    private mutating func offerDate(_ text: String, rank: Int) {
        if rank < date?.rank ?? .max { date = (rank, text) }
    }

    /// Keeps the first audio or video one; `media:content` only where there is nothing else (POD-6).
    mutating func offer(_ enclosure: Enclosure, medium: String?, isFallback: Bool) {
        let type = enclosure.type ?? ""
        let isMedia =
            MediaTypes.isMedia(type: type)
            || MediaTypes.isMedia(fileExtension: enclosure.url.pathExtension.lowercased())
            || medium == "audio" || medium == "video"
        if isMedia {
            if isFallback { fallback = fallback ?? enclosure } else { media = media ?? enclosure }
        } else if type.isEmpty || type == "application/octet-stream", !isFallback {
            untold = untold ?? enclosure
        }
    }

    /// Nil when nothing tells this item from another (POD-1).
    func finished() -> (item: ParsedItem, hadTitle: Bool)? {
        let enclosure = media ?? fallback ?? untold
        let date = date?.text
        let name = title ?? itunesTitle
        let identity: String
        if let guid {
            identity = "guid:" + guid
        } else if let enclosure {
            identity = "enclosure:" + enclosure.url.absoluteString
        } else if let link {
            identity = "link:" + link.absoluteString
        } else if name != nil || date != nil {
            identity = "title:\(name ?? "")|\(date ?? "")"
        } else {
            return nil
        }
        let item = ParsedItem(
            identity: identity,
            title: name ?? enclosure?.url.deletingPathExtension().lastPathComponent ?? "Untitled",
            published: date.flatMap(FeedDate.parse), link: link, enclosure: enclosure)
        return (item, name != nil)
    }
}
