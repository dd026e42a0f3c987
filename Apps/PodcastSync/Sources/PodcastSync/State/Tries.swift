/// What this run made of one transfer so far.
struct Tries: Hashable, Sendable {
    /// How many ended: after a few what failed is for the next run, whatever the clock says.
    var ended = 0
    /// How often it failed in a row, these tries and those of earlier runs; nil before the first has ended.
    var failures: Int?
    /// The page of the results that has the last of it.
    var page: Int?
}
