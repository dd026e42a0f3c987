extension LoopbackServer {
    /// Does one step of an answer; false when the connection is to end.
    func perform(_ step: WireStep, on socket: Socket) -> Bool {
        switch step {
        case .send(let bytes): return socket.write(bytes)
        case .wait(let duration): return wait(duration)
        case .hold(let gate): return hold(at: gate)
        case .reset:
            socket.resetOnClose()
            return false
        }
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
