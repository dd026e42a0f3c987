extension LoopbackServer {
    /// Gives a new connection its thread, or ends it when the server has stopped.
    func begin(_ socket: Socket) {
        let isStopped = state.withLock { state in
            if !state.isStopped { state.connections.insert(socket) }
            return state.isStopped
        }
        guard !isStopped else { return socket.close() }
        if bodyObserver != nil { socket.keepLittle() }
        startThread(named: "loopback connection") { server in
            server.serve(socket)
            _ = server.state.withLock { $0.connections.remove(socket) }
            socket.close()
        }
    }

    private func serve(_ socket: Socket) {
        var unread: [UInt8] = []
        while let request = readRequest(from: socket, &unread) {
            guard answer(request, on: socket) else { return }
        }
    }

    private func readRequest(from socket: Socket, _ unread: inout [UInt8]) -> Request? {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let index = unread.firstIndex(of: end) {
                let head = String(decoding: unread[..<index], as: UTF8.self)
                unread.removeFirst(index + end.count)
                return Request(head: head)
            }
            guard unread.count < 65_536, let more = socket.read() else { return nil }
            unread += more
        }
    }

    /// Answers one request; false when the connection is to end.
    private func answer(_ request: Request, on socket: Socket) -> Bool {
        let (handler, rule) = state.withLock { state in
            (state.routes[request.path] ?? state.fallback, state.script.take(request))
        }
        let isKnown = request.method == "GET" || request.method == "HEAD"
        var response = isKnown ? handler(request) : .status(405)
        response.faults += rule?.faults ?? []
        let answer = WireAnswer(response, to: request, now: now())
        let record = RequestRecord(
            request: request, answer: answer, rule: rule?.number, peerPort: socket.peerPort)
        state.withLock { $0.log.append(record) }
        observer?(record)
        for step in answer.steps {
            guard perform(step, of: record, on: socket) else { return false }
        }
        return !answer.closes
    }
}

extension [UInt8] {
    /// Where a byte sequence begins for the first time.
    fileprivate func firstIndex(of sequence: [UInt8]) -> Int? {
        guard count >= sequence.count else { return nil }
        return (0...(count - sequence.count)).first {
            self[$0..<($0 + sequence.count)].elementsEqual(sequence)
        }
    }
}
