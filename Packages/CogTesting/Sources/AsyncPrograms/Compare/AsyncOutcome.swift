/// A status, as graph and model have it.
struct StatusPicture: Hashable {
    enum Kind: Hashable { case pending, success, failure }

    var kind = Kind.pending
    var value = 0
    var hasSucceeded = false
    var error: Int?
    var isLoading = true
}

/// What became of a refresh.
enum RefreshPicture: Hashable {
    case success(Int)
    case failure(Int)
    case endedEmpty
    case superseded
    case released
}

/// One turn as history has it.
struct TurnPicture: Hashable {
    var name: String
    var isUnchanged = true
    var noticed: [String] = []
    var reactions: [String] = []
}

/// What a reaction saw.
enum Delivery: Hashable {
    case status(key: Int, StatusPicture)
    case value(key: Int, Int)
}

/// One field of the status of a key, of which Observation told.
struct ToldField: Hashable, Comparable {
    let key: Int
    let field: Field

    enum Field: Int, Hashable, CaseIterable { case kind, value, hasSucceeded, error, isLoading }

    static func < (a: Self, b: Self) -> Bool { (a.key, a.field.rawValue) < (b.key, b.field.rawValue) }
}

/// All that a step shows.
struct AsyncOutcome: Hashable {
    /// The step's turns.
    var turns: [TurnPicture] = []
    /// What reactions saw in the step, in order.
    var delivered: [Delivery] = []
    /// What Observation told of in the step.
    var told: [ToldField] = []
    /// What the step's reads answered.
    var answers: [Int] = []
    /// Whether what the step ended or yielded counted; nil when there was no such run.
    var verdict: Bool?
    /// How often the selectors ran, ever.
    var selections = 0
    /// The selections whose work began, in order.
    var begun: [Int] = []
    /// Those of them that were cancelled.
    var cancelled: [Int] = []
    /// Each refresh's outcome, in the order asked; nil where it is awaited.
    var refreshes: [RefreshPicture?] = []
    /// How many rows live: a state has one for its status, and one for its value if that was read.
    var rows = 0
    /// Each key's status; nil where looking would be a demand that chooses.
    var statuses: [StatusPicture?] = []
}
