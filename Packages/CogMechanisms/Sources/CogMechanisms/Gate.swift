@_spi(Mechanisms) import CogGraph

/// Opens a scope while state selects an identity, one scope for each selection that lasts.
///
/// It is a reaction at its place among the others: what it retires has not reacted to the flush yet, and
/// what it opens is registered behind everything that was registered before (MECH-10).
@MainActor
@usableFromInline
final class Gate<Identity: Equatable> {
    @usableFromInline let name: String
    @usableFromInline unowned let parent: Scope
    @usableFromInline let body: @MainActor (Identity, MechanismController) -> Void
    @usableFromInline var current: (identity: Identity, child: UInt64)?

    @inlinable
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
    @inlinable
    func select(_ identity: Identity?) {
        if let current {
            if let identity, current.identity == identity { return }
            self.current = nil
            parent.retireChild(current.child)
        }
        guard let identity, let (id, child) = parent.addChild(named: name) else { return }
        current = (identity, id)
        child.open { body(identity, $0) }
    }
}

/// Opens a scope for each member of a collection, and ends it when the member has gone.
///
/// What looks at every member is compiled where the collection is known: through witness tables a look
/// takes four times as long, and an allocation for each.
@MainActor
@usableFromInline
final class GateForEach<Identity: Hashable> {
    @usableFromInline
    struct Member {
        @usableFromInline let child: UInt64
        /// The latest look at the collection that found it.
        @usableFromInline var seen: UInt64

        @inlinable
        init(child: UInt64, seen: UInt64) {
            self.child = child
            self.seen = seen
        }
    }

    @usableFromInline let name: String
    @usableFromInline unowned let parent: Scope
    @usableFromInline let body: @MainActor (Identity, MechanismController) -> Void
    @usableFromInline var members: [Identity: Member] = [:]
    @usableFromInline var looks: UInt64 = 0

    @inlinable
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
    @inlinable
    func select(_ collection: some Collection<Identity>) {
        looks += 1
        var present = 0
        var arrived: [Identity] = []
        // Held here meanwhile: to check each access to a property is a third of the look.
        var found = members
        members = [:]
        for identity in collection {
            present += 1
            guard let index = found.index(forKey: identity) else {
                arrived.append(identity)
                found[identity] = Member(child: 0, seen: looks)
                continue
            }
            if found.values[index].seen == looks { trapTwice("\(identity)") }
            found.values[index].seen = looks
        }
        members = found
        if members.count > present { retireUnseen() }
        if !arrived.isEmpty { open(arrived) }
    }

    @inlinable
    @inline(never)
    func open(_ arrived: [Identity]) {
        for identity in arrived {
            guard let (id, child) = parent.addChild(named: "\(name)[\(identity)]") else { return }
            members[identity] = Member(child: id, seen: looks)
            child.open { body(identity, $0) }
        }
    }

    @inlinable
    @inline(never)
    func retireUnseen() {
        let leaving = members.filter { $0.value.seen != looks }.sorted { $0.value.child < $1.value.child }
        for (identity, _) in leaving { members[identity] = nil }
        // An identity that does not equal itself cannot be found again.
        if leaving.contains(where: { $0.key != $0.key }) {
            members = members.filter { $0.value.seen == looks }
        }
        parent.retireChildren(leaving.map(\.value.child))
    }

    @usableFromInline
    @inline(never)
    func trapTwice(_ identity: String) -> Never {
        fatalError(
            """
            CogMechanisms: scope '\(name)' was given the identity \(identity) twice in one collection. Two \
            lifetimes with one identity cannot be told apart; make the members distinct.
            """)
    }
}
