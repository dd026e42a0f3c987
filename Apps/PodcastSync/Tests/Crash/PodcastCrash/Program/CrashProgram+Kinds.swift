extension CrashProgram {
    /// Programs that end in each kind of thing that changes a library, each with what it is called, to be swept.
    public static let kinds = kindsOfOperations + oldLibraries

    private static let oldLibraries = OldLibrary.versions.map { version in
        (name: "a library of schema \(version)", program: CrashProgram(nothing, .policy(3), schema: version))
    }

    private static let kindsOfOperations: [(name: String, program: CrashProgram)] = [
        ("the first subscription", CrashProgram(nothing, .subscribe("Alpha"))),
        ("another subscription", CrashProgram([.subscribe("Alpha")], .subscribe("Bravo"))),
        (
            "a refresh with news",
            CrashProgram([.subscribe("Alpha")], .refresh(jobs: 1), after: .publish("Alpha", 2))
        ),
        ("a refresh of new guids", CrashProgram(here, .refresh(jobs: 1), after: .rename("Alpha"))),
        ("a refresh of a feed that moved", CrashProgram(here, .refresh(jobs: 1), after: .move("Alpha"))),
        (
            "two subscriptions that become one",
            CrashProgram(twice(here), .refresh(jobs: 1), after: .join("Alpha"))
        ),
        (
            "a part that goes into the other",
            CrashProgram(twice(halfHere), .refresh(jobs: 1), after: .join("Alpha"))
        ),
        ("more at once than the cap", CrashProgram(here, .refresh(jobs: 1), after: .publish("Alpha", 12))),
        ("downloads", CrashProgram([.subscribe("Alpha"), .policy(nil)], .sync(jobs: 1))),
        ("several downloads at once", CrashProgram([.subscribe("Alpha"), .policy(nil)], .sync(jobs: 4))),
        ("a download of an untold type", CrashProgram([.subscribe("Alpha")], .download("Alpha", 2))),
        (
            "a download that is cut off",
            CrashProgram([.subscribe("Alpha")], .sync(jobs: 1), after: .cut("Alpha"))
        ),
        ("the rest of a download", CrashProgram(halfHere, .download("Alpha", 4), after: .heal("Alpha", 4))),
        (
            "a download of other bytes",
            CrashProgram(halfHere, .download("Alpha", 4), after: .replace("Alpha"))
        ),
        ("a policy", CrashProgram(here, .policy(1))),
        ("a cleanup", CrashProgram(here + [.policy(1)], .clean)),
        (
            "a sync that cleans up",
            CrashProgram(here + [.policy(2)], .sync(jobs: 1), after: .publish("Alpha", 1))
        ),
        ("a skip", CrashProgram(here, .skip("Alpha", 4))),
        ("a skip of a part", CrashProgram(halfHere, .skip("Alpha", 4))),
        ("a cleanup of a part", CrashProgram(halfHere + [Step(operation: .policy(0), kills: [])], .clean)),
        ("a skip that is taken back", CrashProgram(here + [.skip("Alpha", 4)], .unskip("Alpha", 4))),
        ("a keep", CrashProgram(here, .keep("Alpha", 4))),
        ("the end of a subscription", CrashProgram(here, .unsubscribe("Alpha"))),
        ("the end of a subscription with a part", CrashProgram(halfHere, .unsubscribe("Alpha"))),
    ]

    private static let nothing: [Operation] = []

    /// A feed whose newest are here.
    private static let here: [Operation] = [.subscribe("Alpha"), .sync(jobs: 1)]

    /// A feed that is subscribed to once more, by its other address.
    private static func twice(_ steps: [Step]) -> [Step] {
        steps + [Step(change: .double("Alpha"), operation: .subscribe("Alpha-twin"), kills: [])]
    }

    private static func twice(_ operations: [Operation]) -> [Step] {
        twice(operations.map { Step(operation: $0, kills: []) })
    }

    /// A feed whose newest is half here.
    private static let halfHere: [Step] = [
        Step(operation: .subscribe("Alpha"), kills: []),
        Step(change: .cut("Alpha"), operation: .sync(jobs: 1), kills: []),
    ]

    private init(_ before: [Operation], _ last: Operation, after change: Change? = nil, schema: Int? = nil) {
        self.init(before.map { Step(operation: $0, kills: []) }, last, after: change)
        self.schema = schema
    }

    private init(_ before: [Step], _ last: Operation, after change: Change? = nil) {
        steps = before + [Step(change: change, operation: last, kills: [])]
    }
}
