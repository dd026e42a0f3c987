/// An open-addressing index from the keys of one family to its rows in one arena.
///
/// It stores row numbers only: a key lives once, in its row's cell. Deletion shifts followers
/// back, so there are no tombstones and churn does not slow look-ups.
@usableFromInline
struct KeyTable {
    @usableFromInline var buckets: UnsafeMutablePointer<RowIndex>
    @usableFromInline var mask: Int
    @usableFromInline var count = 0
    /// It is empty, and no family's memo points at it.
    var isIdle = false

    init() {
        buckets = .allocate(capacity: 8)
        buckets.initialize(repeating: .none, count: 8)
        mask = 7
    }

    func destroy() { buckets.deallocate() }

    mutating func removeAll() {
        buckets.update(repeating: .none, count: mask + 1)
        count = 0
    }

    @inlinable
    func find<Value, Key: Hashable>(
        _ key: Key, hash: Int, in engine: Engine, as family: Family<Value, Key>
    ) -> RowIndex {
        var bucket = hash & mask
        while buckets[bucket] != .none {
            let row = buckets[bucket]
            if engine.key(of: row, as: Family<Value, Key>.self) == key { return row }
            bucket = (bucket + 1) & mask
        }
        return .none
    }

    @usableFromInline
    mutating func insert(_ row: RowIndex, hash: Int, rehash: (RowIndex) -> Int) {
        if (count + 1) * 4 > (mask + 1) * 3 { grow(rehash) }
        place(row, hash)
        count += 1
    }

    @usableFromInline
    mutating func remove(_ row: RowIndex, hash: Int, rehash: (RowIndex) -> Int) {
        var hole = hash & mask
        while buckets[hole] != row { hole = (hole + 1) & mask }
        var probe = (hole + 1) & mask
        while buckets[probe] != .none {
            let home = rehash(buckets[probe]) & mask
            if (probe - home) & mask >= (probe - hole) & mask {
                buckets[hole] = buckets[probe]
                hole = probe
            }
            probe = (probe + 1) & mask
        }
        buckets[hole] = .none
        count -= 1
    }

    private func place(_ row: RowIndex, _ hash: Int) {
        var bucket = hash & mask
        while buckets[bucket] != .none { bucket = (bucket + 1) & mask }
        buckets[bucket] = row
    }

    private mutating func grow(_ rehash: (RowIndex) -> Int) {
        let (old, oldCapacity) = (buckets, mask + 1)
        buckets = .allocate(capacity: oldCapacity * 2)
        buckets.initialize(repeating: .none, count: oldCapacity * 2)
        mask = oldCapacity * 2 - 1
        for bucket in 0..<oldCapacity where old[bucket] != .none {
            place(old[bucket], rehash(old[bucket]))
        }
        old.deallocate()
    }
}
