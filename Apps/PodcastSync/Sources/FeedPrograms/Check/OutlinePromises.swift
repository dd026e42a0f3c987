import Foundation
import PodcastFeeds

/// What must hold of a document that is read as a subscription list.
struct OutlinePromises {
    let bytes: [UInt8]

    private func outcome(_ bytes: [UInt8], _ limits: FeedLimits = FeedLimits())
        -> Result<OPMLDocument, FeedError>
    {
        do throws(FeedError) {
            return .success(try OPML.parse(bytes, limits: limits))
        } catch {
            return .failure(error)
        }
    }

    func broken(_ program: FeedProgram, _ model: OutlineModel) -> String? {
        let outcome = outcome(bytes)
        let inPieces = self.outcome(bytes, FeedLimits(pieceBytes: program.piece(of: bytes)))
        if let found = Promises.parting(inPieces, outcome) {
            return "in pieces of \(program.piece(of: bytes)) bytes it is \(found)"
        }
        guard case .success(let list) = outcome else {
            return program.mutations.isEmpty ? "as it was made it is not read: \(outcome)" : nil
        }
        if let found = changedByExport(list.subscriptions) { return found }
        guard program.mutations.isEmpty else { return nil }
        for cut in program.cuts {
            let end = cut % bytes.count
            if case .success(let part) = self.outcome(Array(bytes[..<end])),
                part.subscriptions != list.subscriptions
            {
                return "cut off at \(end) it is read as \(part)"
            }
        }
        return Promises.difference(list.subscriptions, model.reads, "the list is read as")
            ?? Promises.difference(list.problems, [], "the list has problems")
    }

    /// What goes out comes in as it was (POD-5).
    private func changedByExport(_ subscriptions: [OPMLSubscription]) -> String? {
        // Credentials do not go out (POD-15).
        let open = subscriptions.filter { $0.url.user == nil && $0.url.password == nil }
        let again = outcome(Array(OPML.document(open).utf8))
        guard case .success(let list) = again else { return "the export is not read: \(again)" }
        return Promises.difference(list.subscriptions, open, "the export is read as")
            ?? Promises.difference(list.problems, [], "the export has problems")
    }
}
