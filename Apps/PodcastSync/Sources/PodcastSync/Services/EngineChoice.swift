import Foundation
import PodcastTransfer

/// Which engine downloads.
public struct EngineChoice: Sendable {
    /// Makes the engine of one run, from its client, the library's folder, and time and chance.
    let make: @Sendable (HTTPClient, URL, Environment) -> any DownloadEngine

    /// Downloads inside this process, and ends with it.
    public static let urlSession = EngineChoice { client, _, _ in DataTaskDownloadEngine(client: client) }
}
