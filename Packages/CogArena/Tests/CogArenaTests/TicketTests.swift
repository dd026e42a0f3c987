import Testing

@testable import CogArena

@Suite("Tickets")
struct TicketTests {
    private let arena = Arena()
    private let source = Family<Int, Int>(source: "source", equals: ==) { $0 }

    @Test("a row has the number that was kept with it, however many rows come, and others have none")
    func kept() {
        let slots = (0..<5_000).map { key in
            let slot = arena.slot(of: source, key)
            if key % 7 == 0 { arena.engine.setTicket(UInt64(key) << 32 | 1, of: slot) }
            return slot
        }
        for (key, slot) in slots.enumerated() {
            #expect(arena.engine.ticket(of: slot) == (key % 7 == 0 ? UInt64(key) << 32 | 1 : 0))
        }
    }

    @Test("LIFE-4: a position's next life has no number of the last one, alone or after all rows went")
    func nextLife() {
        for isAll in [false, true] {
            let slots = (0..<300).map { arena.slot(of: source, $0) }
            for slot in slots { arena.engine.setTicket(1, of: slot) }
            if isAll { arena.removeAll() } else { for slot in slots { arena.release(slot) } }
            let next = (0..<300).map { arena.slot(of: source, $0) }
            #expect(Set(next.map(\.row)) == Set(slots.map(\.row)))
            for slot in next {
                #expect(arena.engine.ticket(of: slot) == 0)
                arena.release(slot)
            }
        }
    }

    @Test("LIFE-6: rows that are never given a number but zero, come and go, take no room for one")
    func none() {
        for key in 0..<5_000 { arena.engine.setTicket(0, of: arena.slot(of: source, key)) }
        for key in 0..<5_000 { arena.release(arena.slot(of: source, key)) }
        #expect(pages == 0)
        arena.engine.setTicket(1, of: arena.slot(of: source, 1))
        #expect(pages == 1)
    }

    private var pages: Int {
        let core = arena.engine.core
        return (0...(core.pointee.rowCount >> Tickets.pageBits))
            .count { core.pointee.tickets.pages[$0] != nil }
    }

    @Test("LIFE-6: tables have at most a quarter more room than a great many rows need")
    func room() {
        for key in 0..<20_000 {
            _ = arena.value(of: source, key)
            let core = arena.engine.core
            if key > 1_024 { #expect(core.pointee.rowCapacity * 4 <= core.pointee.rowCount * 5) }
        }
    }
}
