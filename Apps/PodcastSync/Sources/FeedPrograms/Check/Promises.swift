import Foundation
import PodcastFeeds

/// Holds the reader of feeds to what it promises of any document (POD-4, POD-5, POD-7, POD-11).
public enum Promises {
    /// What a program's document shows to be broken; nil when nothing is.
    public static func broken(_ program: FeedProgram) -> String? {
        let bytes = program.bytes
        switch program.subject {
        case .feed(let model):
            return FeedPromises(bytes: bytes).broken(program, model)
        case .outlines(let model):
            return OutlinePromises(bytes: bytes).broken(program, model)
        }
    }

    /// What of two values is not the same, in one line; nil when they are the same.
    static func difference<Value: Equatable>(_ read: Value, _ expected: Value, _ what: String) -> String? {
        read == expected ? nil : "\(what): \(read)\n  instead of \(expected)"
    }

    /// How what is read in pieces differs from what is read at once; nil where it does not.
    ///
    /// Of a document with several faults any is told: the XML library takes up names and looks for ends ahead of the
    /// elements that it tells of, as far as the piece goes.
    static func parting<Value: Equatable>(
        _ pieces: Result<Value, FeedError>, _ whole: Result<Value, FeedError>
    ) -> String? {
        if case .failure = pieces, case .failure = whole { return nil }
        return difference(pieces, whole, "read as")
    }
}
