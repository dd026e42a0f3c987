import Foundation

/// What answers a request: a response after faults, conditions, ranges and encodings were applied.
struct WireAnswer {
    let status: Int
    /// What is done on the connection, in order.
    let steps: [WireStep]
    /// The bytes of the body that go out: cut bodies count as cut.
    let bytes: Int
    /// Whether the connection ends after this answer.
    let closes: Bool

    /// - Parameter now: What dates are counted from.
    init(_ original: Response, to request: Request, now: Date) {
        let response = original.replaced(for: request, now: now)
        var message = Message(response, to: request, now: now)
        let payload = request.method == "HEAD" ? [] : message.payload
        let pacing = Pacing(response.faults, count: payload.count)
        let asksToClose = request[header: "Connection"]?.lowercased() == "close"
        closes = asksToClose || pacing.endsConnection || message.isMislabelled
        if closes { message.set("Connection", "close") }
        for (name, value) in response.headers { message.set(name, value) }
        for case .header(let name, let value) in response.faults { message.set(name, value) }
        status = message.status
        bytes = pacing.count
        steps = pacing.steps(head: message.head(response.faults), payload: payload)
    }
}

/// One thing that is done on a connection.
enum WireStep {
    case head([UInt8])
    /// Bytes of the body.
    case send(ArraySlice<UInt8>)
    case wait(Duration)
    case hold(StallGate)
    /// The connection ends as one that broke.
    case reset
}
