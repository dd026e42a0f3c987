#if DEBUG
    /// How the keys of one family are used in one arena: whether any is ever asked for again.
    ///
    /// A list that is loaded at once makes many rows before it reads the first again. So many rows count only
    /// where they came bit by bit, over as many revisions, or where never half of them lived together.
    struct KeyUse {
        private static let limit = 1_000

        private var made = 0
        private var mostLiving = 0
        /// Of the first keys, whose rows may be gone when they are asked for again. A plain value: the table's
        /// memory is not deinitialized.
        private var first = SIMD16<UInt32>()
        private var revisions = 0
        private var lastRevision = Revision(0)
        private(set) var lastRow = RowIndex.none
        /// A key was asked for again, or somebody was told.
        private var isSettled = false

        /// - Parameter written: The revision of the latest write of the row that was made before, if it is a
        ///   source's. Those that come right after each other look nothing up.
        /// - Returns: Whether the keys turn out never to repeat.
        mutating func noteMade(
            _ row: RowIndex, _ hash: KeyHash, at revision: Revision, living count: Int, written: Revision?
        ) -> Bool {
            if isSettled { return false }
            // The first write of a turn publishes the revision after the one that the row was made in.
            if let written, written.rawValue > lastRevision.rawValue + 1 {
                isSettled = true
                return false
            }
            for place in 0..<min(made, first.scalarCount) where first[place] == hash.rawValue {
                isSettled = true
                return false
            }
            if made < first.scalarCount { first[made] = hash.rawValue }
            made += 1
            mostLiving = max(mostLiving, count)
            if revision != lastRevision { revisions += 1 }
            lastRevision = revision
            lastRow = row
            guard made >= Self.limit, revisions * 2 >= made || mostLiving * 2 <= made else { return false }
            isSettled = true
            return true
        }

        /// A row that was made a moment ago is asked for again by who made it; in a later revision the key was
        /// kept meanwhile, or is the same each time.
        mutating func noteFound(_ row: RowIndex, at revision: Revision) {
            if row != lastRow || revision != lastRevision { isSettled = true }
        }
    }

    extension Engine {
        @usableFromInline
        func noteMade(_ row: RowIndex, _ hash: KeyHash, of family: AnyFamily) {
            let table = table(of: family)
            let last = table.pointee.use.lastRow
            let isWritten =
                family.isSource && last != .none && core.pointee.rows[last].tag.family == family.id
            guard
                table.pointee.use.noteMade(
                    row, hash, at: core.pointee.revision, living: table.pointee.count,
                    written: isWritten ? core.pointee.rows[last].changedAt : nil)
            else { return }
            core.pointee.unstable.append("\(family.label)")
            askForRest()
        }

        @usableFromInline
        func noteFound(_ row: RowIndex, of family: AnyFamily) {
            table(of: family).pointee.use.noteFound(row, at: core.pointee.revision)
        }

        /// The families whose keys turned out never to repeat since the last call, by label.
        public func takeUnstable() -> [String] {
            if core.pointee.unstable.isEmpty { return [] }
            defer { core.pointee.unstable = [] }
            return core.pointee.unstable
        }
    }
#endif
