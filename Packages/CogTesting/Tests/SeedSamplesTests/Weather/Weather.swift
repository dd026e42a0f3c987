// The types that the weather samples leave out.

typealias ZipCode = String

enum Weather: Equatable {
    case clear(Int)
    case cloudy(Int)
}

@MainActor
final class Notifier {
    private(set) var alerts: [String] = []

    static func recording() -> Notifier { Notifier() }

    func alert(_ text: String) { alerts.append(text) }
}
