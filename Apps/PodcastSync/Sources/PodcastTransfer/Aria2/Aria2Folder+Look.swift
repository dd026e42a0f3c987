public import Foundation

/// A download that an aria2 beside the app goes on with.
public struct CarriedDownload: Sendable, Equatable {
    public let destination: URL
    public let receivedBytes: Int64
    /// Nil while it is not known.
    public let totalBytes: Int64?
}

extension Aria2Folder {
    /// What an aria2 goes on with, whoever began it; nothing where there is none.
    public func carried() async -> [CarriedDownload] {
        guard isInUse, let endpoint, let all = try? await Aria2Client(endpoint: endpoint).all() else {
            return []
        }
        return all.compactMap { status in
            guard [.active, .waiting].contains(status.status), let part = status.part else { return nil }
            return CarriedDownload(
                destination: PartFile.destination(of: part), receivedBytes: status.received,
                totalBytes: status.total)
        }
    }
}
