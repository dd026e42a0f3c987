import PodcastModel

extension ExitCode {
    /// Those of a command that changes something and asks no host.
    static let ofChoices: [ExitCode] = [.done, .usage, .store]
    /// Those of a command that looks for what is wrong, or may have been refused something.
    static let ofChecks: [ExitCode] = [.done, .someFailed, .usage, .store]
    /// Those of a command that may take long.
    static let ofRuns: [ExitCode] = [.done, .someFailed, .usage, .store, .deadline, .interrupted]

    /// What it says, for people.
    var meaning: String {
        switch self {
        case .done: "done"
        case .someFailed: "something failed, was refused, or was found"
        case .usage: "called wrongly, or naming what is not there"
        case .store:
            "the library cannot be used: it is not there, another has it, or there is no space for it"
        case .deadline: "the time of --deadline was over with work left"
        case .interrupted: "interrupted with work left"
        }
    }
}
