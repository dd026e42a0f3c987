/// What was answered.
actor Journal {
    private(set) var answers: [String] = []

    func add(_ answer: String) { answers.append(answer) }
}

struct Confused: Error {
    let request: String
}

/// Knows the answer to each request but one.
struct Answers {
    let journal: Journal

    func answer(to request: String) async throws -> String {
        if request == "crash" { throw Confused(request: request) }
        let answer = request.uppercased()
        await journal.add(answer)
        return answer
    }
}

/// The long-running work: it ends by an error, which the graph mends, or when the graph cancels it.
struct Desk {
    let requests: Requests
    let answers: Answers

    func work() async throws {
        for await request in requests.lines { say(try await answers.answer(to: request)) }
    }
}
