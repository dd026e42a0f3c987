import PodcastModel

/// Why a command has no other answer, as `--json` writes it.
struct ErrorReport: Encodable {
    let what: String
    let place: String
    let advice: String?
    let exitCode: Int32

    init(_ error: PodcastError) {
        what = error.what
        place = error.place
        advice = error.advice
        exitCode = error.exitCode.rawValue
    }
}
