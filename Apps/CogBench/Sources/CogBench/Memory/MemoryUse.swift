/// What something takes of the heap.
struct MemoryUse: Encodable {
    enum Kind: String, CaseIterable, Encodable {
        case manual = "a source with a declaration of its own"
        case derived = "a computed row with a declaration of its own and one dependency"
        case keyedManual = "a keyed source"
        case keyedDerived = "a keyed computed row with one dependency"
        case keyedPair = "a keyed row, half of them sources and half computed over them"
        case observed = "a keyed computed row with one dependency, read by UI"
        case edge = "a dependency more"
        case afterDiscarding = "a row that was discarded, in a living context"
        case madeAgain = "a row made again where one was discarded, beyond the first"
        case afterClosing = "a row of a context that was closed"
        case asyncSettled = "a keyed row of async state whose work is done"
        case asyncDiscarded = "a row of async state that was discarded, in a living context"
        case asyncAfterClosing = "a row of async state of a context that was closed"
        case closedScope = "a scope that opened and closed, beyond the first, of a million"
    }

    let kind: Kind
    /// For each of them.
    let bytes: Double
}
