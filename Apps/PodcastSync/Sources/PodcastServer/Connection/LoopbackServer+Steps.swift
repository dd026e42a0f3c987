extension LoopbackServer {
    /// Does one step of an answer; false when the connection is to end.
    func perform(_ step: WireStep, of record: RequestRecord, on socket: Socket) -> Bool {
        switch step {
        case .head(let bytes): return socket.write(bytes[...])
        case .send(let bytes): return send(bytes, of: record, on: socket)
        case .wait(let duration): return wait(duration)
        case .hold(let gate): return hold(at: gate)
        case .reset:
            socket.resetOnClose()
            return false
        }
    }

    /// Sends bytes of a body, piece by piece where somebody hears of it; false when the peer is gone.
    private func send(_ bytes: ArraySlice<UInt8>, of record: RequestRecord, on socket: Socket) -> Bool {
        guard let bodyObserver else { return socket.write(bytes) }
        var rest = bytes
        while !rest.isEmpty {
            let piece = rest.prefix(Self.pieceLength)
            guard socket.write(piece) else { return false }
            rest = rest.dropFirst(piece.count)
            bodyObserver(record, piece.count)
        }
        return true
    }

    /// Waits by the server's clock; false when the server stopped before.
    private func wait(_ duration: Duration) -> Bool {
        let gate = StallGate()
        let sleep = Task { [clock] in
            try? await clock.sleep(for: duration)
            gate.open()
        }
        defer {
            sleep.cancel()
            _ = state.withLock { $0.gates.removeValue(forKey: ObjectIdentifier(gate)) }
        }
        return hold(at: gate)
    }

    /// Waits at a gate; false when the server stopped before.
    private func hold(at gate: StallGate) -> Bool {
        let isStopped = state.withLock { state in
            state.gates[ObjectIdentifier(gate)] = gate
            return state.isStopped
        }
        guard !isStopped else { return false }
        gate.pass()
        return state.withLock { !$0.isStopped }
    }
}
