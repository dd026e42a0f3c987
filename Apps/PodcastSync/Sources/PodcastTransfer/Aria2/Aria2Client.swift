import Foundation

/// Calls an aria2 by its JSON-RPC, one connection for each call.
struct Aria2Client: Sendable {
    /// Why a call has no result.
    enum Failure: Error, Equatable {
        /// Nobody is there, or something else is.
        case unreachable
        /// Somebody is there and does not answer.
        case silent
        /// It does not want to.
        case refused(String)
    }

    let endpoint: Aria2Endpoint
    /// The seconds after which one that does not answer counts as silent.
    var patience = 5

    /// Whether it is there and takes the secret.
    func answers() async throws(Failure) -> Bool {
        let version: Version = try await call("getVersion", [])
        return !version.version.isEmpty
    }

    private struct Version: Decodable { let version: String }

    /// Begins a download under an identifier that it does not have.
    func add(_ url: URL, options: [String: JSONValue]) async throws(Failure) {
        let _: String = try await call(
            "addUri", [.list([.string(url.absoluteString)]), .object(options)])
    }

    /// Where a download stands; nil for one that it does not have.
    func status(of id: Aria2ID) async throws(Failure) -> Aria2Status? {
        do throws(Failure) {
            return try await call("tellStatus", [.string(id.text), Self.keys])
        } catch .refused {
            return nil
        }
    }

    /// Everything it has, each once.
    func all() async throws(Failure) -> [Aria2Status] {
        // In the order that a download takes, so that one that moves meanwhile is not missed.
        let waiting: [Aria2Status] = try await call(
            "tellWaiting", [.number(0), .number(100_000), Self.keys])
        let active: [Aria2Status] = try await call("tellActive", [Self.keys])
        let stopped: [Aria2Status] = try await call(
            "tellStopped", [.number(0), .number(100_000), Self.keys])
        var latest: [String: Aria2Status] = [:]
        for status in waiting + active + stopped { latest[status.gid] = status }
        return latest.values.sorted { $0.gid < $1.gid }
    }

    /// Lets one go on that waits.
    func resume(_ id: Aria2ID) async throws(Failure) {
        let _: String = try await call("unpause", [.string(id.text)])
    }

    /// Forgets a download, and ends it where it runs; nothing for one that it does not have.
    ///
    /// It returns once aria2 has let go of the part: until then it writes to it, and then its map beside it.
    ///
    /// - Throws: `.silent` also when it does not let go.
    func remove(_ id: Aria2ID, _ clock: any Clock<Duration>) async throws(Failure) {
        do throws(Failure) {
            let _: String = try await call("forceRemove", [.string(id.text)])
        } catch .refused {
            // It is over already, or not there.
        }
        for _ in 0..<Self.looks {
            guard let status = try await status(of: id) else { return }
            if status.isOver {
                let _: String = try await call("removeDownloadResult", [.string(id.text)])
                return
            }
            // In a task of its own: one whose caller does not wait any more has to be let go of all the same, and
            // a task that is cancelled would ask without a rest.
            await Task { try? await clock.sleep(for: .milliseconds(10)) }.value
        }
        throw .silent
    }

    /// How often it is looked at what is about to end.
    private static let looks = 1_000

    /// Ends it, without a word to its hosts.
    func shutDown() async throws(Failure) {
        let _: String = try await call("forceShutdown", [])
    }

    func limit(_ jobs: Int) async throws(Failure) {
        let _: String = try await call(
            "changeGlobalOption", [.object(["max-concurrent-downloads": "\(jobs)"])])
    }

    private static let keys = JSONValue.list([
        "gid", "status", "totalLength", "completedLength", "errorCode", "errorMessage", "files",
    ])

    private struct Request: Encodable {
        let jsonrpc = "2.0"
        let id = "1"
        let method: String
        let params: [JSONValue]
    }

    private struct Answer<Value: Decodable>: Decodable {
        struct Problem: Decodable { let message: String }
        let result: Value?
        let error: Problem?
    }

    private func call<Value: Decodable>(
        _ method: String, _ parameters: [JSONValue]
    ) async throws(Failure) -> Value {
        let request = Request(
            method: "aria2." + method, params: [.string("token:" + endpoint.secret)] + parameters)
        guard let body = try? JSONEncoder().encode(request) else { throw .refused("it cannot be asked that") }
        let outcome = await withCheckedContinuation { continuation in
            // A thread of its own. Those of a concurrent queue are those of all tasks: an aria2 that does not
            // answer would keep everything else waiting.
            Thread.detachNewThread { continuation.resume(returning: exchange(Array(body))) }
        }
        let bytes = try outcome.get()
        guard let answer = try? JSONDecoder().decode(Answer<Value>.self, from: Data(bytes)) else {
            throw .unreachable
        }
        if let result = answer.result { return result }
        throw .refused(answer.error?.message ?? "it does not say why")
    }

    /// The body of the answer.
    private func exchange(_ body: [UInt8]) -> Result<[UInt8], Failure> {
        let head =
            "POST /jsonrpc HTTP/1.1\r\nHost: 127.0.0.1:\(endpoint.port)\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
        let socket = LoopbackSocket(patience: patience)
        defer { socket.close() }
        guard socket.connect(to: endpoint.port) else { return .failure(.unreachable) }
        guard socket.send(Array(head.utf8) + body), let bytes = socket.receiveAll() else {
            return .failure(.silent)
        }
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return .failure(.unreachable) }
        return .success(Array(bytes[end.upperBound...]))
    }
}
