extension AsyncModel {
    // Each says whether the result counts.

    mutating func succeed(_ run: Int, _ value: Int) -> Bool {
        if runs[run].isStream { return give(run, value) }
        guard accepts(run) else { return false }
        close(run)
        publishSuccess(run, value)
        return true
    }

    /// An element of a stream. One that says nothing new is no turn.
    private mutating func give(_ run: Int, _ value: Int) -> Bool {
        guard accepts(run) else { return false }
        runs[run].hasGiven = true
        let key = runs[run].key
        let status = states[key].status
        if status.kind == .success, status.value == value, !status.isLoading {
            resolve(run, .success(value))
        } else {
            publishSuccess(run, value)
        }
        return true
    }

    private mutating func publishSuccess(_ run: Int, _ value: Int) {
        let key = runs[run].key
        let isLoading = isLoading(key)
        turn("success page[\(key)]") { model in
            model.publish(key) { status in
                status = StatusPicture(
                    kind: .success, value: value, hasSucceeded: true, isLoading: isLoading)
            }
            model.resolve(run, .success(value))
            model.goOn(key)
        }
    }

    mutating func fail(_ run: Int, _ error: Int) -> Bool {
        guard accepts(run) else { return false }
        close(run)
        let key = runs[run].key
        let isLoading = isLoading(key)
        turn("failure page[\(key)]") { model in
            model.publish(key) { status in
                status.kind = .failure
                status.error = error
                status.isLoading = isLoading
            }
            model.resolve(run, .failure(error))
            model.goOn(key)
        }
        return true
    }

    /// A stream's end publishes nothing.
    mutating func finish(_ run: Int) -> Bool {
        guard accepts(run) else { return false }
        close(run)
        resolve(run, .endedEmpty)
        return true
    }

    /// The row lives, the policy wants the run, and the choice holds.
    private mutating func accepts(_ run: Int) -> Bool {
        let key = runs[run].key
        guard states[key].active.contains(run) else { return false }
        if states[key].doubt == .none { return true }
        close(run)
        resolve(run, .superseded)
        reject(key)
        return false
    }

    /// What waits goes, and the next demand chooses again.
    mutating func reject(_ key: Int) {
        dropWaiting(key)
        states[key].doubt = .certain
    }

    private mutating func close(_ run: Int) { states[runs[run].key].active.removeAll { $0 == run } }

    private func isLoading(_ key: Int) -> Bool {
        states[key].active.contains { !runs[$0].hasGiven }
    }

    private mutating func goOn(_ key: Int) {
        if canStart(key) { requests.append(.pending(key: key, life: states[key].life)) }
    }
}
