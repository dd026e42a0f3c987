import StoicServices

extension World {
    /// Does what the shell does with an action.
    mutating func perform(_ action: RunMachine.Action) {
        switch action {
        case .start(let index): questions.append(.begins(.start(index)))
        case .cancelStart(let index): questions.append(.cancelled(.start(index)))
        case .stop(let index, _, _):
            if isWorking.contains(index) {
                waitingStops[index] = false
                questions.append(.cancelled(.work(index)))
            } else {
                questions.append(.begins(.stop(index)))
            }
        case .cancelStop(let index):
            if waitingStops[index] != nil {
                waitingStops[index] = true
            } else {
                questions.append(.cancelled(.stop(index)))
            }
        case .work(let index):
            isWorking.insert(index)
            questions.append(.begins(.work(index)))
        case .cancelWork(let index): questions.append(.cancelled(.work(index)))
        case .arm(let timer, let deadline):
            disarm(timer)
            agenda.add(.fires(timer), at: max(now, deadline))
        case .disarm(let timer): disarm(timer)
        case .runBody: questions.append(.begins(.body))
        case .cancelBody: questions.append(.cancelled(.body))
        case .abandon, .tell, .finish: break
        }
    }

    /// A stop whose work has ended begins.
    mutating func endWaiting(_ index: Int) {
        guard !isWorking.contains(index), let isCancelled = waitingStops.removeValue(forKey: index)
        else { return }
        questions.append(.begins(.stop(index)))
        if isCancelled { questions.append(.cancelled(.stop(index))) }
    }

    /// What the code may answer.
    func answers(to question: Question) -> [Ending?] {
        switch question {
        case .begins(let code): return repertoire(of: code).byItself
        case .cancelled(let code):
            let isEnding = agenda.timeOfEnd(of: code).map { $0 <= now } ?? false
            return isEnding || !isRunning(code) ? [nil] : repertoire(of: code).onCancel
        }
    }

    mutating func settle(_ question: Question, _ answer: Ending?) {
        guard let answer else { return }
        let code =
            switch question {
            case .begins(let code), .cancelled(let code): code
            }
        agenda.removeEnd(of: code)
        agenda.add(.ends(code, answer.result), at: now + answer.after)
    }

    /// Work that ended at the instant at which it is cancelled has nothing to answer.
    private func isRunning(_ code: Code) -> Bool {
        if case .work(let index) = code { isWorking.contains(index) } else { true }
    }

    private mutating func disarm(_ timer: RunMachine.Timer) {
        guard let time = agenda.time(of: timer) else { return }
        agenda.remove(timer)
        if program.vocabulary.isRacing, time == now { agenda.add(.firesStale(timer), at: now) }
    }

    private func repertoire(of code: Code) -> Repertoire {
        switch code {
        case .start: program.vocabulary.starts
        case .stop: program.vocabulary.stops
        case .work: program.vocabulary.works
        case .body: program.vocabulary.body
        }
    }
}
