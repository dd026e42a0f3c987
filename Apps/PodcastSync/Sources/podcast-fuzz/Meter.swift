import Foundation

/// What a document takes, and may take: time in proportion to its bytes, and memory too.
struct Meter {
    struct Use: CustomStringConvertible {
        /// Of the processor, in seconds.
        var time: Double
        /// The most bytes that the process had so far.
        var memory: Int

        static func - (left: Use, right: Use) -> Use {
            Use(time: left.time - right.time, memory: left.memory - right.memory)
        }

        var description: String {
            "\(Int(time * 1000)) ms, \(memory >> 20) MiB more than the process had before"
        }
    }

    private let start = Meter.now
    private var largest = 0

    var use: Use { Self.now }

    private static var now: Use {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Use(time: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9, memory: peak)
    }

    private static var peak: Int {
        #if canImport(Darwin)
            var usage = rusage()
            return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : 0
        #else
            // What `getrusage` says begins with the most that the process had which started this one.
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
            return (Int(line.filter(\.isNumber)) ?? 0) << 10
        #endif
    }

    /// Runs `work` over a document of so many bytes.
    ///
    /// - Parameter times: How often it reads the document.
    /// - Returns: What it took too much of; nil when it took no more than it may.
    mutating func excess<T>(bytes: Int, times: Int, _ work: () -> T) -> (T, String?) {
        // What a document before this one took is not given back to be seen.
        largest = max(largest, bytes)
        let before = use
        let result = work()
        let after = use
        // A megabyte in a second is slow, and a fixed part is for the machine's own moods.
        let most = Use(time: Double(times) * (0.02 + Double(bytes) / 1e6), memory: (64 << 20) + 8 * largest)
        let took = Use(time: after.time - before.time, memory: after.memory - start.memory)
        return (
            result, took.time > most.time || took.memory > most.memory ? "it took \(took), of \(most)" : nil
        )
    }
}
