/// One moment on the context's clock that somebody waits for.
///
/// It waits for one moment at a time: setting it again replaces what it waited for, and a late sleeper
/// rings nothing. Isolated to the MainActor.
@_spi(Mechanisms)
@MainActor
public final class Alarm {
    private weak var context: Context?
    let ring: @MainActor () -> Void
    /// Tells one setting from the next; zero while nothing is waited for.
    fileprivate var setting: UInt64 = 0

    /// - Parameter ring: Runs when the moment has come, unless the alarm was ended or set again before. It
    ///   holds neither the context nor the alarm.
    public init(in context: Context, _ ring: @escaping @MainActor () -> Void) {
        self.context = context
        self.ring = ring
    }

    public var isSet: Bool { setting != 0 }

    /// Waits for `deadline`, and no more for what was waited for before.
    func set(for deadline: ClockInstant) {
        guard let context, !context.isClosed else { return }
        end()
        setting = context.alarms.nextSetting()
        context.alarms.queue.push(
            .init(deadline: deadline, item: Alarms.Setting(alarm: self, number: setting)))
        context.sleepUntilAlarm()
    }

    /// Waits for nothing any more.
    public func end() {
        guard setting != 0, let context else { return }
        setting = 0
        context.alarms.queue.noteStale(isLive: \.isLive)
        context.sleepUntilAlarm()
    }

    fileprivate func goOff() {
        setting = 0
        ring()
    }
}

/// The alarms of one context, which share a sleeper.
struct Alarms {
    @MainActor
    struct Setting {
        let alarm: Alarm
        let number: UInt64

        var isLive: Bool { alarm.setting == number }
    }

    fileprivate var queue = DeadlineQueue<Setting>()
    fileprivate var sleeper: Sleeper?
    private var lastSetting: UInt64 = 0
    private var lastSleeper: UInt64 = 0

    fileprivate mutating func nextSetting() -> UInt64 {
        lastSetting += 1
        return lastSetting
    }

    fileprivate mutating func nextSleeper() -> UInt64 {
        lastSleeper += 1
        return lastSleeper
    }

    fileprivate mutating func endSleeper() {
        sleeper?.task.cancel()
        sleeper = nil
    }

    mutating func removeAll() {
        endSleeper()
        queue.removeAll()
    }
}

extension Context {
    fileprivate func sleepUntilAlarm() {
        guard let earliest = alarms.queue.earliest, !isClosed else { return alarms.endSleeper() }
        if alarms.sleeper?.until == earliest { return }
        alarms.endSleeper()
        let (id, sleep) = (alarms.nextSleeper(), clock.sleep)
        let task = Task(name: "CogGraph.alarm") { [weak self] in
            do { try await sleep(earliest) } catch { return }
            self?.goOff(id)
        }
        alarms.sleeper = Sleeper(id: id, until: earliest, task: task)
    }

    /// Rings what is due. A sleeper that was replaced has a number that nobody waits for any more.
    private func goOff(_ id: UInt64) {
        guard alarms.sleeper?.id == id else { return }
        alarms.sleeper = nil
        let now = clock.now()
        // What rings may end or set others, and tear the context down.
        while let entry = alarms.queue.pop(at: now) {
            if entry.item.isLive { entry.item.alarm.goOff() } else { alarms.queue.noteStalePopped() }
        }
        sleepUntilAlarm()
        waiters.resume(.alarmsRang)
    }
}
