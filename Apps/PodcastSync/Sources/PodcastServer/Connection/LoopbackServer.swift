import Foundation
import Synchronization

/// Answers a request; called on the connection's thread, several at a time.
public typealias RouteHandler = @Sendable (Request) -> Response

/// Hears of a request as it is answered.
public typealias RequestObserver = @Sendable (RequestRecord) -> Void

/// Hears of bytes of a body that went out, of a request and how many.
public typealias BodyObserver = @Sendable (RequestRecord, Int) -> Void

/// An address of this machine alone, as an URL has it.
public enum LoopbackAddress: String, Sendable {
    case four = "127.0.0.1"
    case six = "[::1]"
}

/// An HTTP/1.1 server on loopback for tests and the demo, which can misbehave as asked.
///
/// It keeps connections alive, answers GET and HEAD, applies conditional requests and ranges
/// to what the routes return, and logs each request. All methods may be called from anywhere.
public final class LoopbackServer: Sendable {
    struct State {
        var routes: [String: RouteHandler] = [:]
        var fallback: RouteHandler = { _ in .status(404) }
        var log: [RequestRecord] = []
        var connections: Set<Socket> = []
        var gates: [ObjectIdentifier: StallGate] = [:]
        var script = ServerScript()
        var isStopped = false
    }

    /// How much of a body goes out at once where somebody hears of it.
    public static let pieceLength = 8192

    private let address: LoopbackAddress
    /// The port it listens on.
    public let port: UInt16
    let state = Mutex(State())
    let threads = DispatchGroup()
    private let listener: Socket
    private let wake: Wake
    let observer: RequestObserver?
    let bodyObserver: BodyObserver?
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - address: Where it listens.
    ///   - port: 0 takes a free one.
    ///   - clock: What ``Fault/latency(_:)`` and ``Fault/drip(bytes:every:)`` wait by.
    ///   - observer: Told each request before its answer is sent, so whoever has an answer can count
    ///     on its record; called on the connection's thread, several at a time, outside every lock.
    ///   - bodyObserver: Told of every piece of a body, of ``pieceLength`` bytes or less, once the system took
    ///     it; called like `observer`. Without one a body goes out in one piece.
    ///   - prepare: Lays out what it serves: it answers nobody before, but holds its port.
    ///   - now: What the dates of ``Fault/RetryAfter`` are counted from.
    /// - Throws: `ServerError` when the port cannot be had, or the process has no room for more files.
    public init(
        on address: LoopbackAddress = .four, port: UInt16 = 0,
        clock: any Clock<Duration> = ContinuousClock(), observer: RequestObserver? = nil,
        bodyObserver: BodyObserver? = nil, now: @escaping @Sendable () -> Date = { Date() },
        prepare: (LoopbackServer) -> Void = { _ in }
    ) throws(ServerError) {
        self.observer = observer
        self.bodyObserver = bodyObserver
        self.clock = clock
        self.now = now
        self.address = address
        wake = try Wake()
        do {
            (listener, self.port) = try Socket.listening(on: address, port: port)
        } catch {
            wake.close()
            throw error
        }
        let (listener, wake) = (listener, wake.descriptor)
        prepare(self)
        startThread(named: "loopback accept") { server in
            while let socket = listener.accept(until: wake) { server.begin(socket) }
        }
    }

    /// `http://127.0.0.1:<port>`, or with the other address, without a slash at the end.
    public var origin: String { "http://\(address.rawValue):\(port)" }

    /// The URL of a path on this server; a path that makes no URL is a mistake of the caller.
    public func url(_ path: String) -> URL {
        guard let url = URL(string: origin + path) else {
            fatalError("\(path) is no URL path: begin it with a slash and percent-encode it")
        }
        return url
    }

    /// Sets what a path answers, in place of what it answered before.
    public func route(_ path: String, _ handler: @escaping RouteHandler) {
        state.withLock { $0.routes[path] = handler }
    }

    /// Sets a fixed answer of a path.
    public func route(_ path: String, _ response: Response) {
        route(path) { _ in response }
    }

    /// Sets what paths without a route answer; 404 until then.
    public func routeOthers(_ handler: @escaping RouteHandler) {
        state.withLock { $0.fallback = handler }
    }

    /// Has every answer misbehave as a script says, from its first rule's first request on.
    public func follow(_ script: ServerScript) {
        state.withLock { $0.script = script }
    }

    /// Every request so far, in the order of their answers.
    public var log: [RequestRecord] { state.withLock { $0.log } }

    /// The requests so far for one path.
    public func log(of path: String) -> [RequestRecord] { log.filter { $0.path == path } }

    /// Ends all connections and returns once every thread of the server has ended; a second
    /// call does nothing. It blocks: never call it from a route.
    public func stop() {
        let ending: (connections: Set<Socket>, gates: [StallGate])? = state.withLock { state in
            guard !state.isStopped else { return nil }
            state.isStopped = true
            // Under the lock, so that no socket is ended after its thread closed it.
            for socket in state.connections { socket.end() }
            return (state.connections, Array(state.gates.values))
        }
        guard let ending else { return }
        for gate in ending.gates { gate.open() }
        wake.signal()
        threads.wait()
        listener.close()
        wake.close()
    }

    func startThread(named name: String, _ body: @escaping @Sendable (LoopbackServer) -> Void) {
        threads.enter()
        let thread = Thread { [self] in
            body(self)
            threads.leave()
        }
        thread.name = name
        thread.start()
    }
}
