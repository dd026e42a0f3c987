@_spi(Mechanisms) import CogGraph

/// Opens a scope while state selects an identity, one scope for each selection that lasts.
///
/// It is a reaction at its place among the others: what it retires has not reacted to the flush yet, and
/// what it opens is registered behind everything that was registered before (MECH-10).
@MainActor
final class Gate<Identity: Equatable> {
    private let name: String
    private unowned let parent: Scope
    private let body: @MainActor (Identity, MechanismController) -> Void
    private var current: (identity: Identity, child: UInt64)?

    init(
        name: String, parent: Scope,
        body: @escaping @MainActor (Identity, MechanismController) -> Void
    ) {
        self.name = name
        self.parent = parent
        self.body = body
    }

    /// Takes in what is selected now. An equal identity is the same lifetime, also where the graph told
    /// of a change.
    func select(_ identity: Identity?) {
        if let current {
            if let identity, current.identity == identity { return }
            self.current = nil
            parent.retireChild(current.child)
        }
        guard let identity, let context = parent.context else { return }
        let (id, child) = parent.addChild(name: name, in: context)
        current = (identity, id)
        child.open { body(identity, $0) }
    }
}

/// Opens a scope for each member of a collection, and ends it when the member has gone.
@MainActor
final class GateForEach<Identity: Hashable> {
    private struct Member {
        let child: UInt64
        /// The latest look at the collection that found it.
        var seen: UInt64
    }

    private let name: String
    private unowned let parent: Scope
    private let body: @MainActor (Identity, MechanismController) -> Void
    private var members: [Identity: Member] = [:]
    private var looks: UInt64 = 0

    init(
        name: String, parent: Scope,
        body: @escaping @MainActor (Identity, MechanismController) -> Void
    ) {
        self.name = name
        self.parent = parent
        self.body = body
    }

    /// Retires those that left, in the order they were opened, and then opens those that came, in the
    /// collection's order; those that stayed are not touched, wherever they stand (MECH-7).
    ///
    /// Traps when the collection holds an identity twice.
    ///
    /// - Complexity: One look-up for each member of the collection, and O(changes).
    func select(_ collection: some Collection<Identity>) {
        looks += 1
        var present = 0
        var arrived: [Identity] = []
        for identity in collection {
            present += 1
            guard let index = members.index(forKey: identity) else {
                arrived.append(identity)
                members[identity] = Member(child: 0, seen: looks)
                continue
            }
            if members.values[index].seen == looks { trapTwice(identity) }
            members.values[index].seen = looks
        }
        if members.count > present { retireUnseen() }
        for identity in arrived {
            guard let context = parent.context else { return }
            let (id, child) = parent.addChild(name: "\(name)[\(identity)]", in: context)
            members[identity] = Member(child: id, seen: looks)
            child.open { body(identity, $0) }
        }
    }

    private func retireUnseen() {
        let leaving = members.filter { $0.value.seen != looks }.sorted { $0.value.child < $1.value.child }
        for (identity, _) in leaving { members[identity] = nil }
        // An identity that does not equal itself cannot be found again.
        if leaving.contains(where: { $0.key != $0.key }) {
            members = members.filter { $0.value.seen == looks }
        }
        parent.retireChildren(leaving.map(\.value.child))
    }

    private func trapTwice(_ identity: Identity) -> Never {
        fatalError(
            """
            CogMechanisms: scope '\(name)' was given the identity \(identity) twice in one collection. Two \
            lifetimes with one identity cannot be told apart; make the members distinct.
            """)
    }
}
