#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The clock that graces are measured on: any clock, as time since the context was made.
struct GraceClock: Sendable {
    let now: @Sendable () -> GraceInstant
    let sleep: @Sendable (_ until: GraceInstant) async throws -> Void

    init(_ clock: any Clock<Duration>) { self.init(opened: clock) }

    private init<C: Clock>(opened clock: C) where C.Duration == Duration {
        let origin = clock.now
        now = { GraceInstant(origin.duration(to: clock.now)) }
        sleep = { instant in
            try await clock.sleep(until: origin.advanced(by: instant.duration), tolerance: nil)
        }
    }

    /// Counts on the system's clock that stands still while the machine sleeps, so that waking it
    /// ends no grace. Asked directly: each demand asks, and a general clock costs ten times this.
    static var system: GraceClock {
        let clock = SuspendingClock()
        let (origin, start) = (nanoseconds(), clock.now)
        return GraceClock(
            now: { GraceInstant(rawValue: nanoseconds() &- origin) },
            sleep: { instant in
                try await clock.sleep(until: start.advanced(by: instant.duration), tolerance: nil)
            })
    }

    private init(
        now: @escaping @Sendable () -> GraceInstant,
        sleep: @escaping @Sendable (GraceInstant) async throws -> Void
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
struct GraceSpan: Hashable {
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
struct GraceInstant: Comparable {
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    init(_ sinceStart: Duration) { rawValue = GraceSpan(sinceStart).rawValue }

    var duration: Duration {
        .seconds(Int64(rawValue / 1_000_000_000)) + .nanoseconds(Int64(rawValue % 1_000_000_000))
    }

    func advanced(by span: GraceSpan) -> GraceInstant {
        let (sum, isOver) = rawValue.addingReportingOverflow(span.rawValue)
        return GraceInstant(rawValue: isOver ? .max : sum)
    }

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
