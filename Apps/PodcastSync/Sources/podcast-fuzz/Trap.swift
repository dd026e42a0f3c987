import Foundation

/// Names the document under way when a trap ends the process, which no code can take.
enum Trap {
    /// What is told then; set by the main thread between documents, read by its signal handler.
    nonisolated(unsafe) private static var message: [CChar] = []

    static func announce() {
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT] {
            signal(number) { number in
                Trap.message.withUnsafeBytes { text in _ = write(STDERR_FILENO, text.baseAddress, text.count)
                }
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    static func setDocument(seed: UInt64, steps: Int) {
        let text =
            "podcast-fuzz: trapped; make it short with: podcast-fuzz --shrink --seed \(seed) --steps \(steps)\n"
        message = text.utf8.map { CChar(bitPattern: $0) }
    }
}
