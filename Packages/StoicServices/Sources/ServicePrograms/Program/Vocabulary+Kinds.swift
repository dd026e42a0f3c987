import StoicServices

extension Repertoire {
    /// A body returns or throws; cancelled, it goes on, answers, or throws an error of its own.
    package static var ofBody: Repertoire {
        Repertoire(
            [.value(after: .seconds(1)), .error(after: .seconds(1))],
            onCancel: [nil, .cancellation, .error()])
    }
}

extension Vocabulary {
    private static let grace = Duration.seconds(1)
    private static let stopTimeout = Duration.seconds(10)

    private static func limits(_ order: StopOrder, exitBudget: Duration = .seconds(20)) -> RunLimits {
        RunLimits(exitBudget: exitBudget, stopTimeout: stopTimeout, grace: grace, stopOrder: order)
    }

    /// A start is well, throws, or hangs; it heeds its cancellation, ignores it, or completes when it has been
    /// abandoned. A stop is well, throws or hangs. The run is cancelled at any step.
    package static func outcomes(_ order: StopOrder) -> Vocabulary {
        Vocabulary(
            limits: limits(order),
            starts: Repertoire(
                [.value(), .error(), nil],
                onCancel: [.cancellation, nil, .value(after: grace + .milliseconds(100))]),
            stops: Repertoire([.value(), .error(), nil]), body: .ofBody, outside: [.cancel])
    }

    /// Starts and stops that end at the very instant at which they are timed out or abandoned, in every order,
    /// within a budget that ends then too.
    package static func races(_ order: StopOrder, overtakings: Int) -> Vocabulary {
        var vocabulary = Vocabulary(
            limits: limits(order, exitBudget: stopTimeout + grace),
            starts: Repertoire(
                [.value(), .value(after: .seconds(30)), .error(after: .seconds(30)), nil],
                onCancel: [.cancellation, .value(after: grace), nil]),
            stops: Repertoire(
                [.value(), .value(after: stopTimeout), .error(after: stopTimeout), nil],
                onCancel: [.cancellation, .value(after: grace), .error(after: grace), nil]),
            body: Repertoire([.value(after: .seconds(1))], onCancel: [nil, .cancellation]))
        vocabulary.overtakings = overtakings
        return vocabulary
    }

    /// A run that is cancelled, told to hurry and enclosed in another’s stop, at any step and in any order,
    /// with the budget given, and what the other’s stop leaves it. A start completes when it is cancelled, or
    /// after it was abandoned, or never.
    package static func pressures(
        _ order: StopOrder, exitBudget: Duration, rest: Duration
    ) -> Vocabulary {
        Vocabulary(
            limits: limits(order, exitBudget: exitBudget),
            starts: Repertoire([.value(), nil], onCancel: [.value(), nil, .value(after: .seconds(3))]),
            stops: Repertoire([.value(), nil], onCancel: [.error(), nil]),
            body: Repertoire([.value(after: .seconds(1))], onCancel: [.cancellation]),
            outside: [.cancel, .hurry, .enclose(rest)])
    }

    /// Services with long-running work that returns, throws or goes on, and heeds its cancellation or not.
    package static func works(_ order: StopOrder) -> Vocabulary {
        Vocabulary(
            limits: limits(order),
            starts: Repertoire(
                [.value(), .error(), nil], onCancel: [nil, .value(after: .milliseconds(500))]),
            stops: Repertoire([.value(), nil]), body: .ofBody,
            works: Repertoire(
                [nil, .value(), .error(), .error(after: .milliseconds(300))],
                onCancel: [.cancellation, nil, .error()]),
            outside: [.cancel])
    }
}
