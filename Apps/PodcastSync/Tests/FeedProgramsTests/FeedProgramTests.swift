import FeedPrograms
import Testing

@MainActor
@Suite("Documents that chance makes and spoils", .timeLimit(.minutes(15)))
struct FeedProgramTests {
    @Test(
        "POD-5: what is read is what a document says, in any pieces, and whatever was done to it breaks no promise",
        arguments: 0..<8 as Range<UInt64>)
    func documents(part: UInt64) async {
        for seed in (part * 250)..<((part + 1) * 250) {
            let program = FeedProgram.random(seed: 50_000 + seed, steps: 6)
            guard let found = Promises.broken(program) else { continue }
            let short = await program.shrunk(trials: 1_000) { Promises.broken($0) != nil }
            Issue.record("seed \(50_000 + seed):\n\(short)\n\(Promises.broken(short) ?? found)")
            return
        }
    }
}
