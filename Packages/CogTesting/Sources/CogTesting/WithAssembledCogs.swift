public import CogGraph
public import CogMechanisms

/// Runs `body` with the process's production context, for tests of assembly itself.
///
/// Calls queue for the one slot there is, so tests that run side by side do not trap (CTX-1).
/// Returns once the context has been torn down; a `body` that keeps its handle keeps the call
/// from returning.
///
/// - Parameters:
///   - mechanisms: Operated in order before `body` runs.
///   - body: Must not assemble a context of its own.
/// - Returns: What `body` gave.
/// - Throws: What `body` threw, after the teardown.
@MainActor
public func withAssembledCogs<Value, Failure: Error>(
    mechanisms: [any Mechanism] = [], _ body: @MainActor (Cogs) async throws(Failure) -> Value
) async throws(Failure) -> Value {
    await ProductionSlot.take()
    let ended = Moment()
    let result = await run(mechanisms, ended, body)
    await ended.wait()
    ProductionSlot.release()
    return try result.get()
}

/// Holds the only reference, so that it is gone when this returns.
@MainActor
private func run<Value, Failure: Error>(
    _ mechanisms: [any Mechanism], _ ended: Moment,
    _ body: @MainActor (Cogs) async throws(Failure) -> Value
) async -> Result<Value, Failure> {
    let cogs = Cogs.assemble(mechanisms: mechanisms)
    cogs.onTearDown { ended.arrive() }
    do throws(Failure) {
        return .success(try await body(cogs))
    } catch {
        return .failure(error)
    }
}

/// Whose turn it is: the process has one slot, so this is the process's too.
@MainActor
private enum ProductionSlot {
    private static var isTaken = false
    private static var waiting: [CheckedContinuation<Void, Never>] = []

    static func take() async {
        if isTaken {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            isTaken = true
        }
    }

    static func release() {
        if waiting.isEmpty {
            isTaken = false
        } else {
            waiting.removeFirst().resume()
        }
    }
}

/// Something that happens once, and that one caller waits for.
@MainActor
private final class Moment {
    private var hasCome = false
    private var waiter: CheckedContinuation<Void, Never>?

    func arrive() {
        hasCome = true
        waiter?.resume()
        waiter = nil
    }

    func wait() async {
        if !hasCome { await withCheckedContinuation { waiter = $0 } }
    }
}
