#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a context measures time on, graces and all else: any clock, as time since the context was made.
struct ContextClock: Sendable {
    let now: @Sendable () -> ClockInstant
    let sleep: @Sendable (_ until: ClockInstant) async throws -> Void

    init(_ clock: any Clock<Duration>) { self.init(opened: clock) }

    private init<C: Clock>(opened clock: C) where C.Duration == Duration {
        let origin = clock.now
        now = { ClockInstant(origin.duration(to: clock.now)) }
        sleep = { instant in
            try await clock.sleep(until: origin.advanced(by: instant.duration), tolerance: nil)
        }
    }

    /// Counts on the system's clock that stands still while the machine sleeps, so that waking it
    /// ends no grace. Asked directly: each demand asks, and a general clock costs ten times this.
    static var system: ContextClock {
        let clock = SuspendingClock()
        let (origin, start) = (nanoseconds(), clock.now)
        return ContextClock(
            now: { ClockInstant(rawValue: nanoseconds() &- origin) },
            sleep: { instant in
                try await clock.sleep(until: start.advanced(by: instant.duration), tolerance: nil)
            })
    }

    private init(
        now: @escaping @Sendable () -> ClockInstant,
        sleep: @escaping @Sendable (ClockInstant) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    private static func nanoseconds() -> UInt64 {
        var time = timespec()
        #if canImport(Darwin)
            clock_gettime(CLOCK_UPTIME_RAW, &time)
        #else
            clock_gettime(CLOCK_MONOTONIC, &time)
        #endif
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
}

/// A length of time in whole nanoseconds; one too long to count never ends.
struct ClockSpan: Hashable {
    let rawValue: UInt64

    /// A negative duration counts as zero.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else {
            rawValue = 0
            return
        }
        let (whole, isOver) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isOverAtLast) = whole.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
        rawValue = isOver || isOverAtLast ? .max : sum
    }
}

/// A moment in whole nanoseconds since the context was made; zero is "never asked for".
struct ClockInstant: Comparable {
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    init(_ sinceStart: Duration) { rawValue = ClockSpan(sinceStart).rawValue }

    var duration: Duration {
        .seconds(Int64(rawValue / 1_000_000_000)) + .nanoseconds(Int64(rawValue % 1_000_000_000))
    }

    func advanced(by span: ClockSpan) -> ClockInstant {
        let (sum, isOver) = rawValue.addingReportingOverflow(span.rawValue)
        return ClockInstant(rawValue: isOver ? .max : sum)
    }

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
