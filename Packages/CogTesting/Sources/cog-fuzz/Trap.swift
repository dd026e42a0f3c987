#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

func exit(_ code: Int32) -> Never {
    #if canImport(Glibc)
        Glibc.exit(code)
    #elseif canImport(Musl)
        Musl.exit(code)
    #else
        Darwin.exit(code)
    #endif
}

/// Writes out what was printed: a trap would lose it.
func flush() { fflush(nil) }

/// Names the program under way when a trap ends the process, which no code can take.
enum Trap {
    /// Set by the main thread between programs, read by its signal handler.
    nonisolated(unsafe) private static var seed: UInt64 = 0

    nonisolated(unsafe) private static var steps: UInt64 = 0

    /// What the program is of, on the command line.
    nonisolated(unsafe) private static var option: StaticString = ""

    static func setProgram(_ option: StaticString, seed: UInt64, steps: Int) {
        self.option = option
        self.seed = seed
        self.steps = UInt64(steps)
    }

    static func announce() {
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT] {
            signal(number) { number in
                Trap.write("cog-fuzz: trapped; make it short with: cog-fuzz --shrink ")
                Trap.write(Trap.option)
                Trap.write(" --seed ")
                Trap.write(Trap.seed)
                Trap.write(" --steps ")
                Trap.write(Trap.steps)
                Trap.write("\n")
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    private static func write(_ text: StaticString) {
        _ = unistdWrite(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }

    /// Digit by digit: a signal handler must not allocate.
    private static func write(_ number: UInt64) {
        var place: UInt64 = 10_000_000_000_000_000_000
        var hasBegun = false
        while place > 0 {
            let digit = number / place % 10
            hasBegun = hasBegun || digit > 0 || place == 1
            if hasBegun {
                var byte = UInt8(48 + digit)
                _ = unistdWrite(STDERR_FILENO, &byte, 1)
            }
            place /= 10
        }
    }
}

#if canImport(Glibc)
    private let unistdWrite = Glibc.write
#elseif canImport(Musl)
    private let unistdWrite = Musl.write
#else
    private let unistdWrite = Darwin.write
#endif
