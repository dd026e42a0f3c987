import CogGraph

/// What a place is, as a page says it.
struct PlaceKind {
    let word: String
    let style: String
    let isEnd: Bool

    static let source = PlaceKind(word: "source", style: "source", isEnd: true)
    static let computed = PlaceKind(word: "computed", style: "computed", isEnd: false)
    static let status = PlaceKind(word: "status", style: "status", isEnd: false)
    static let reaction = PlaceKind(word: "reaction", style: "terminal", isEnd: true)
    static let export = PlaceKind(word: "sequence", style: "terminal", isEnd: true)
}

extension CogPicture {
    /// Of a place of what lives.
    func kind(of place: Int) -> PlaceKind {
        guard place < rows.count else {
            return terminals[place - rows.count].kind == .export ? .export : .reaction
        }
        return switch rows[place].kind {
        case .source: .source
        case .computed: .computed
        case .status: .status
        }
    }
}
