import Foundation
import Testing

@Suite("What runs the program without standard streams", .timeLimit(.minutes(10)))
struct ClosedStreamTests {
    /// - Parameter closing: What the shell does to a stream, as in `2>&-`.
    private func shell(_ closing: String) -> [String] { ["/bin/sh", "-c", "exec \"$@\" \(closing)", "sh"] }

    @Test("An answer that has no standard output is told, and is no success")
    func output() async throws {
        let program = try Program()
        defer { program.remove() }
        let words = ["policy", "3", "--library", program.library.path]
        let result = try await program.run(words, by: shell(">&-"))
        #expect(result.code == 1)
        #expect(
            result.complaints
                == "podcast-sync: standard output: cannot write the answer: Bad file descriptor\n")
    }

    @Test("A list that has no standard input is told to be unreadable")
    func input() async throws {
        let program = try Program()
        defer { program.remove() }
        let words = ["import", "-", "--library", program.library.path]
        let result = try await program.run(words, by: shell("<&-"))
        #expect(result.code == 2)
        #expect(result.complaintLines.first?.contains("-: cannot read it: Bad file descriptor") == true)
    }
}
