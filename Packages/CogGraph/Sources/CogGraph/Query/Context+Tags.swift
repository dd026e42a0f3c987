import CogArena

@_spi(Mechanisms)
extension Context {
    /// Takes the states that bear a tag for invalid, as a system turn.
    ///
    /// Traps inside a selector or an equality rule.
    ///
    /// - Parameter isAdmitted: Asked when a waiting invalidation's time comes; false drops it.
    public func invalidate(
        _ tag: any Hashable & Sendable, owner: String? = nil, isAdmitted: (@MainActor () -> Bool)? = nil
    ) {
        guard !isClosed else { return }
        let tag = AnyHashable(tag)
        systemTurn("invalidate \(tag)", owner: owner, isAdmitted: isAdmitted) { [self] in
            for (slot, _) in tagged[tag, default: [:]].sorted(by: { $0.value < $1.value }) {
                engine.invalidate(slot)
            }
        }
    }

    /// How many tags are borne, and how many boxes have something that a new key would show.
    public var queryEntryCount: Int { tagged.count + previous.count }

    func tag(_ slot: Slot, _ tags: [AnyHashable]) {
        for tag in tags {
            lastTagging += 1
            tagged[tag, default: [:]][slot] = lastTagging
        }
    }

    func untag(_ slot: Slot, _ tags: [AnyHashable]) {
        for tag in tags {
            tagged[tag]?[slot] = nil
            if tagged[tag]?.isEmpty == true { tagged[tag] = nil }
        }
    }
}
