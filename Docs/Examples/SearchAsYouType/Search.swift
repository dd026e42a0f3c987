// Search as you type, whole: one request when typing pauses, the old results while the new ones load, a
// failed request tried again before anyone hears of it, and results asked for anew once they are old.
import CogGraph

struct Book: Hashable, Sendable {
    let title: String
}

/// The service: whatever can be asked for books.
protocol Library: Sendable {
    @MainActor func books(matching words: String) async throws -> [Book]
}

@MainActor
struct Search {
    /// What is in the text field.
    let text = Cog<String>.Manual(name: "text") { "" }
    let results: Cog<[Book]>.Async

    init(in library: any Library, retry: CogRetry = CogRetry(attempts: 3, base: .milliseconds(500))) {
        // Typing a space changes the text and not the words, so it asks for nothing.
        let words = Cog(name: "words") { [text] c in
            c[text].split(separator: " ").joined(separator: " ")
        }
        results = Cog<[Book]>.Async(
            default: [], name: "results", pace: .debounce(.milliseconds(300)), staleAfter: .seconds(60),
            retry: retry
        ) { c in
            let words = c[words]
            return Work.run { words.isEmpty ? [] : try await library.books(matching: words) }
        }
    }

    /// What the screen shows. The status is pending from the keystroke on, though the request waits for
    /// typing to pause; what was found before stays until something new is.
    func screen(_ cogs: Cogs) -> [String] {
        let status = cogs.status[results]
        var lines = status.value.map(\.title)
        if status.isLoading { lines.append("Searching…") }
        if let error = status.error { lines.append("No luck: \(error)") }
        return lines
    }
}

extension CogOps {
    func type(_ text: String, into search: Search) { turn(search.text, to: text) }

    /// The button beside an error: it asks at once, whatever the pace.
    @discardableResult
    func searchAgain(_ search: Search) -> CogRefresh<[Book]> { refresh(search.results) }
}
