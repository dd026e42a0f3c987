/// An open-addressing index from the keys of one family to its rows in one arena, or from unkeyed
/// families to their only rows.
///
/// It stores row numbers and hashes: a key lives once, in its row's cell, and is asked for its hash
/// by look-ups alone. So growing and removing, which move entries, call no application code.
/// Deletion shifts followers back: there are no tombstones, and churn does not slow look-ups.
@usableFromInline
struct KeyTable {
    @usableFromInline var buckets: UnsafeMutablePointer<KeyEntry>
    @usableFromInline var mask: Int
    @usableFromInline var count = 0
    /// It is empty, and no family's memo points at it.
    var isIdle = false
    #if DEBUG
        var use = KeyUse()
    #endif

    init() {
        buckets = Self.emptyBuckets(8)
        mask = 7
    }

    private static func emptyBuckets(_ count: Int) -> UnsafeMutablePointer<KeyEntry> {
        let buckets = UnsafeMutablePointer<KeyEntry>.allocate(capacity: count)
        buckets.initialize(repeating: .vacant, count: count)
        return buckets
    }

    func destroy() { buckets.deallocate() }

    mutating func removeAll() {
        buckets.update(repeating: .vacant, count: mask + 1)
        count = 0
    }

    func find(family: UInt64, in rows: UnsafeMutablePointer<Row>) -> RowIndex {
        var bucket = KeyHash(ofFamily: family).home & mask
        while buckets[bucket].row != .none, rows[buckets[bucket].row].tag.family != family {
            bucket = (bucket + 1) & mask
        }
        return buckets[bucket].row
    }

    @usableFromInline
    mutating func insert(_ entry: KeyEntry) {
        if (count + 1) * 16 > (mask + 1) * 13 { grow() }
        place(entry)
        count += 1
    }

    mutating func remove(_ entry: KeyEntry) {
        // By its row alone: a key whose hash changed is somewhere else in the ring.
        var hole = entry.hash.home & mask
        while buckets[hole].row != entry.row { hole = (hole + 1) & mask }
        var probe = (hole + 1) & mask
        while buckets[probe].row != .none {
            let home = buckets[probe].hash.home & mask
            if (probe - home) & mask >= (probe - hole) & mask {
                buckets[hole] = buckets[probe]
                hole = probe
            }
            probe = (probe + 1) & mask
        }
        buckets[hole] = .vacant
        count -= 1
    }

    private func place(_ entry: KeyEntry) {
        var bucket = entry.hash.home & mask
        while buckets[bucket].row != .none { bucket = (bucket + 1) & mask }
        buckets[bucket] = entry
    }

    private mutating func grow() {
        let (old, oldCapacity) = (buckets, mask + 1)
        buckets = Self.emptyBuckets(oldCapacity * 2)
        mask = oldCapacity * 2 - 1
        for bucket in 0..<oldCapacity where old[bucket].row != .none { place(old[bucket]) }
        old.deallocate()
    }
}

/// One key's row and hash.
@frozen
@usableFromInline
struct KeyEntry {
    @usableFromInline let row: RowIndex
    @usableFromInline let hash: KeyHash

    @inlinable
    init(row: RowIndex, hash: KeyHash) {
        self.row = row
        self.hash = hash
    }

    static var vacant: KeyEntry { KeyEntry(row: .none, hash: KeyHash(rawValue: 0)) }
}

/// As much of a key's hash as a table keeps.
@frozen
@usableFromInline
struct KeyHash: Equatable {
    @usableFromInline let rawValue: UInt32

    @inlinable
    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Calls the key, which may be application code.
    @inlinable
    init(of key: some Hashable) { rawValue = UInt32(truncatingIfNeeded: key.hashValue) }

    /// Identities are counted, so that a multiplication spreads them.
    init(ofFamily id: UInt64) {
        rawValue = UInt32(truncatingIfNeeded: (id &* 0x9E37_79B9_7F4A_7C15) >> 32)
    }

    /// Where a table looks first, less what its mask takes away.
    @inlinable
    var home: Int { Int(rawValue) }
}

extension UnsafeMutablePointer<KeyTable> {
    /// The row of a key, or none.
    ///
    /// A key's `==` may be application code that makes and releases rows, so nothing of the table is
    /// held over it: one that grew meanwhile is looked through anew.
    @inlinable
    func find<Value, Key: Hashable>(
        _ key: Key, _ hash: KeyHash, in engine: Engine, as family: Family<Value, Key>.Type
    ) -> RowIndex {
        var mask = pointee.mask
        var bucket = hash.home & mask
        while true {
            let entry = pointee.buckets[bucket]
            if entry.row == .none { return .none }
            if entry.hash == hash {
                let isEqual = engine.key(of: entry.row, as: family) == key
                if mask != pointee.mask {
                    mask = pointee.mask
                    bucket = hash.home & mask
                    continue
                }
                if isEqual, pointee.buckets[bucket].row == entry.row { return entry.row }
            }
            bucket = (bucket + 1) & mask
        }
    }
}
