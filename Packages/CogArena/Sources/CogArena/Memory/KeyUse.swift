#if DEBUG
    /// How the keys of one family are used in one arena: whether any is ever asked for again.
    ///
    /// A list that is loaded at once makes many rows before it reads the first again. So many rows count only
    /// where they came bit by bit, over as many revisions, or where most of them are gone.
    struct KeyUse {
        private static let limit = 1_000

        private var made = 0
        private var revisions = 0
        private var lastRevision = Revision(0)
        private var lastRow = RowIndex.none
        /// A key was asked for again, or somebody was told.
        private var isSettled = false

        /// - Returns: Whether the keys turn out never to repeat.
        mutating func noteMade(_ row: RowIndex, at revision: Revision, living count: Int) -> Bool {
            if isSettled { return false }
            made += 1
            if revision != lastRevision { revisions += 1 }
            lastRevision = revision
            lastRow = row
            guard made >= Self.limit, revisions * 2 >= made || count * 2 <= made else { return false }
            isSettled = true
            return true
        }

        /// A row that was made a moment ago is asked for again by who made it.
        mutating func noteFound(_ row: RowIndex) {
            if row != lastRow { isSettled = true }
        }
    }

    extension Engine {
        @usableFromInline
        func noteMade(_ row: RowIndex, of family: AnyFamily) {
            let table = table(of: family)
            guard
                table.pointee.use.noteMade(
                    row, at: core.pointee.revision, living: table.pointee.count)
            else { return }
            core.pointee.unstable.append("\(family.label)")
            askForRest()
        }

        @usableFromInline
        func noteFound(_ row: RowIndex, of family: AnyFamily) {
            table(of: family).pointee.use.noteFound(row)
        }

        /// The families whose keys turned out never to repeat since the last call, by label.
        public func takeUnstable() -> [String] {
            if core.pointee.unstable.isEmpty { return [] }
            defer { core.pointee.unstable = [] }
            return core.pointee.unstable
        }
    }
#endif
