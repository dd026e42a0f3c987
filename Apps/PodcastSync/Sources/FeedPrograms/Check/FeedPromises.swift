import Foundation
import PodcastFeeds
import PodcastModel

/// What must hold of a document that is read as a feed.
struct FeedPromises {
    let bytes: [UInt8]

    private func outcome(_ bytes: [UInt8], _ limits: FeedLimits = FeedLimits()) -> Result<
        ParsedFeed, FeedError
    > {
        do throws(FeedError) {
            return .success(try FeedParser.parse(bytes, finalURL: FeedModel.finalURL, limits: limits))
        } catch {
            return .failure(error)
        }
    }

    func broken(_ program: FeedProgram, _ model: FeedModel) -> String? {
        let outcome = outcome(bytes)
        let inPieces = self.outcome(bytes, FeedLimits(pieceBytes: program.piece(of: bytes)))
        if let found = Promises.parting(inPieces, outcome) {
            return "in pieces of \(program.piece(of: bytes)) bytes it is \(found)"
        }
        if case .success(let feed) = outcome {
            if let found = unsafeNames(feed) { return found }
            guard program.mutations.isEmpty else { return nil }
            return inexact(feed, model.reads) ?? untoldCut(program, feed)
        }
        return program.mutations.isEmpty ? "as it was made it is not read: \(outcome)" : nil
    }

    /// What it was made of must be read of it, and nothing else (POD-5).
    private func inexact(_ feed: ParsedFeed, _ model: ParsedFeed) -> String? {
        var feed = feed
        feed.warnings.sort()
        for (read, made) in zip(feed.items, model.items) where read != made {
            return Promises.difference(read, made, "an item is read as")
        }
        return Promises.difference(feed, model, "the feed is read as")
    }

    /// What is cut off is an error, or had all there was: else what is missing would be marked absent (POD-4).
    private func untoldCut(_ program: FeedProgram, _ whole: ParsedFeed) -> String? {
        for cut in program.cuts {
            let end = cut % bytes.count
            if case .success(let feed) = outcome(Array(bytes[..<end])), feed.items != whole.items {
                return "cut off at \(end) it is read as \(feed)"
            }
        }
        return nil
    }

    /// Whatever a document holds, a file is named by one component (POD-11).
    private func unsafeNames(_ feed: ParsedFeed) -> String? {
        for item in feed.items {
            let end = item.enclosure.map { FileNames.fileExtension(url: $0.url, types: [$0.type]) } ?? ""
            for attempt in [0, 7] {
                let name = FileNames.candidate(title: item.title, fileExtension: end, attempt: attempt)
                if Self.isUnsafe(name) { return "a file would be called \(name.debugDescription)" }
            }
        }
        let folder = FileNames.candidate(title: feed.title, fileExtension: "", attempt: 0)
        return Self.isUnsafe(folder) ? "a folder would be called \(folder.debugDescription)" : nil
    }

    private static func isUnsafe(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        return bytes.isEmpty || bytes.count > 255 || name == "." || name == ".." || name.hasPrefix(".")
            || bytes.contains {
                $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") || $0 < 0x20 || $0 == 0x7F
            }
    }
}
