/// The tasks of one run that are waited for before it ends.
struct RunTasks {
    typealias Work = Task<Void, Never>

    var body: Work?
    var isBodyCancelled = false
    private var starts: [Int: Work] = [:]
    private var stops: [Int: Work] = [:]
    private var works: [Int: Work] = [:]
    private var timers: [RunMachine.Timer: Work] = [:]
    private var disarmed: [Work] = []

    mutating func addStart(_ index: Int, _ task: Work) { starts[index] = task }

    mutating func addStop(_ index: Int, _ task: Work) { stops[index] = task }

    mutating func addWork(_ index: Int, _ task: Work) { works[index] = task }

    func work(_ index: Int) -> Work? { works[index] }

    func start(_ index: Int) -> Work? { starts[index] }

    func stop(_ index: Int) -> Work? { stops[index] }

    /// Forgets the tasks of a service that is no longer waited for.
    mutating func abandon(_ index: Int) {
        (starts[index], works[index], stops[index]) = (nil, nil, nil)
    }

    /// Takes the place of a timer of the same name, which it returns.
    mutating func arm(_ timer: RunMachine.Timer, _ task: Work) -> Work? {
        // One restart is over before the next, and there may be many.
        if case .restart = timer { timers[timer] = nil }
        let replaced = disarm(timer)
        timers[timer] = task
        return replaced
    }

    mutating func disarm(_ timer: RunMachine.Timer) -> Work? {
        guard let task = timers.removeValue(forKey: timer) else { return nil }
        disarmed.append(task)
        return task
    }

    mutating func takeAll() -> [Work] {
        for timer in timers.values { timer.cancel() }
        defer { (starts, works, stops, timers, disarmed) = ([:], [:], [:], [:], []) }
        return Array(starts.values) + works.values + stops.values + timers.values + disarmed
    }
}
