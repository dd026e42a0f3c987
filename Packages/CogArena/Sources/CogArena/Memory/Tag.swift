/// A row's state and its family's identity in one word, so that one compare proves that a row
/// is of the wanted family and clean.
///
/// Bits 0–1 hold the state, bit 2 says that the row is computing, bit 3 that the position is
/// vacant, bit 4 that a cycle spoilt its value. Bits 8–23 do not matter to a reader and are
/// masked out of the compare. The family's identity fills the rest; the sentinel row has identity
/// zero, which no family has.
@frozen
@usableFromInline
struct Tag: Equatable {
    @usableFromInline var bits: UInt64

    @inlinable
    init(bits: UInt64) { self.bits = bits }

    /// Traps when an identity has no room, rather than let one family pass for another.
    init(family: UInt64) {
        if family >> 40 != 0 {
            fatalError(
                """
                CogArena: 2⁴⁰ families and watchers were made in this process, and there are no more \
                identities. Declare once what is used again and again, a box rather than a cog for \
                each key.
                """)
        }
        bits = family << 24
    }

    @usableFromInline static let stateMask: UInt64 = 0b11
    @usableFromInline static let check: UInt64 = 1
    /// Dirty, or without a value.
    @usableFromInline static let dirty: UInt64 = 1 << 1
    @usableFromInline static let computing: UInt64 = 1 << 2
    @usableFromInline static let vacant: UInt64 = 1 << 3
    @usableFromInline static let spoilt: UInt64 = 1 << 4
    @usableFromInline static let watcher: UInt64 = 1 << 8
    @usableFromInline static let woken: UInt64 = 1 << 9
    @usableFromInline static let staged: UInt64 = 1 << 10
    /// A watcher's body is on the stack.
    @usableFromInline static let running: UInt64 = 1 << 11
    /// The row may be released when nobody needs it.
    @usableFromInline static let releasable: UInt64 = 1 << 12
    /// The row waits in the list of those that may be idle.
    @usableFromInline static let listed: UInt64 = 1 << 13
    /// Someone asked for the row, or a watcher left it, since it was last taken from that list.
    @usableFromInline static let demanded: UInt64 = 1 << 14
    /// The front end is told when the row's value may have changed.
    @usableFromInline static let observed: UInt64 = 1 << 15
    /// The front end's own mark.
    @usableFromInline static let marked: UInt64 = 1 << 16
    /// The row waits in the list of observed rows that were marked.
    @usableFromInline static let noted: UInt64 = 1 << 17
    /// Someone outside waits to be told that the observed row's value changed.
    @usableFromInline static let awaited: UInt64 = 1 << 19
    /// A watcher left the row since it was last taken from that list.
    @usableFromInline static let left: UInt64 = 1 << 22
    /// The row's run goes round what it read already: its dependencies are a ring, and the row knows the
    /// last of them instead of the first.
    @usableFromInline static let ring: UInt64 = 1 << 23
    /// The row's latest run read what is outside the arena.
    @usableFromInline static let outside: UInt64 = 1 << 18

    /// The row is a source's.
    @usableFromInline static let source: UInt64 = 1 << 20
    /// The row has read others than sources.
    @usableFromInline static let readsComputed: UInt64 = 1 << 21

    /// What a reader's compare looks at differs in these bits: zero for a row of the family that is
    /// clean, at most `ofState` for another row of it.
    @inlinable
    func difference(to clean: Tag) -> UInt64 { (bits ^ clean.bits) & ~0xFF_FF00 }

    @usableFromInline static let ofState: UInt64 = 0xFF_FFFF

    @inlinable
    @inline(__always)
    var state: RowState {
        get { RowState(rawValue: UInt8(truncatingIfNeeded: bits & 0b11)).unsafelyUnwrapped }
        set { bits = bits & ~0b11 | UInt64(newValue.rawValue) }
    }

    @inlinable
    func has(_ flag: UInt64) -> Bool { bits & flag != 0 }

    /// A demand of the row is to be noted.
    @inlinable
    var notesDemand: Bool {
        bits & (Self.releasable | Self.demanded | Self.observed) == Self.releasable
    }

    /// There is no value yet, or a source changed and nothing else that is read needs work.
    var mustRunAtOnce: Bool { bits & (Self.dirty | Self.readsComputed) == Self.dirty }

    /// There is no value yet.
    @inlinable
    var isFresh: Bool { bits & Self.stateMask == UInt64(RowState.fresh.rawValue) }

    /// The row's family, and nothing of its state.
    @inlinable
    var family: UInt64 { bits >> 24 }

    /// Neither clean nor readable as it stands.
    @inlinable
    var needsWork: Bool { bits & 0b1_0111 != 0 }
}

/// What is known of a row's value.
@frozen
@usableFromInline
enum RowState: UInt8 {
    /// The value holds for the current revision.
    case clean = 0
    /// Something above may have changed.
    case check = 1
    /// A direct dependency changed.
    case dirty = 2
    /// There is no value yet.
    case fresh = 3
}
