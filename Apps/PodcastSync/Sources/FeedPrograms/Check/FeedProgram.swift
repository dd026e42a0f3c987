import RandomPrograms

/// A document that a seed makes, what is done to its bytes, and how it is handed to the parser.
public struct FeedProgram: RandomProgram, Sendable {
    var subject: Subject
    var mutations: [Mutation] = []
    /// How many bytes the parser is given at once, when it is not given what it is used to; more of what is long.
    private var smallPiece = 1
    /// Where the document is cut off, in turn.
    var cuts: [Int] = []

    public static func random(seed: UInt64, steps: Int) -> FeedProgram {
        var random = SplitMix(seed: seed)
        var program = FeedProgram(subject: .random(&random, steps: steps))
        // As it was made it must be read exactly; a third of all programs are left so.
        if random.isTrue(in: 67) {
            for _ in 0...random.number(below: 4) { program.mutations.append(.random(&random)) }
        }
        program.smallPiece = random.one(of: [1, 2, 3, 5, 17, 64, 1_000]) + random.number(below: 3)
        for _ in 0..<3 { program.cuts.append(Int(random.next() >> 33)) }
        return program
    }

    func piece(of bytes: [UInt8]) -> Int { bytes.count > 64 << 10 ? smallPiece + 4_000 : smallPiece }

    public var stepCount: Int {
        switch subject {
        case .feed(let feed): feed.items.count + mutations.count
        case .outlines(let list): list.lines.count + mutations.count
        }
    }

    /// The document, with all that was done to it.
    public var bytes: [UInt8] { mutations.reduce(subject.bytes) { $1.apply(to: $0) } }

    public var simpler: [FeedProgram] {
        var simpler: [FeedProgram] = []
        func add(_ change: (inout FeedProgram) -> Void) {
            var program = self
            change(&program)
            simpler.append(program)
        }
        for mutations in mutations.smaller(\.simpler) { add { $0.mutations = mutations } }
        for cuts in cuts.withoutParts { add { $0.cuts = cuts } }
        for subject in subject.simpler { add { $0.subject = subject } }
        return simpler
    }

    public var description: String {
        let bytes = bytes
        let shown = bytes.prefix(3_000)
        let text =
            String(validating: shown, as: UTF8.self).map { "\($0.debugDescription)" } ?? "\(Array(shown))"
        let rest = bytes.count > shown.count ? ", and \(bytes.count - shown.count) bytes more" : ""
        return """
            document of \(bytes.count) bytes: \(text)\(rest)
            done to it: \(mutations)
            in pieces of \(piece(of: bytes)) bytes, cut at \(cuts)
            """
    }
}
