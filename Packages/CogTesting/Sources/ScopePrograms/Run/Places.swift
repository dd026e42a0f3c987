import CogGraph

/// The declarations of a program's state.
@MainActor
struct Places {
    let flags: [Cog<Bool>.Manual]
    let ids: [Cog<Int?>.Manual]
    let lists: [Cog<[Int]>.Manual]
    let numbers: [Cog<Int>.Manual]
    let odds: [Cog<Bool>]
    let aboves: [Cog<Int?>]
    let upTos: [Cog<[Int]>]
    let page: Cog<Int>.Async
    let loading: Cog<Bool>

    /// - Parameter choose: Is told when the async state's work is chosen, and gives the work.
    init(_ choose: @escaping @MainActor () -> Work<Int>) {
        flags = [.init(name: "flag0") { false }, .init(name: "flag1", equals: { _, _ in false }) { false }]
        ids = [.init(name: "id0") { nil }, .init(name: "id1", equals: { _, _ in false }) { nil }]
        lists = [.init(name: "list0") { [] }, .init(name: "list1", equals: { _, _ in false }) { [] }]
        let numbers: [Cog<Int>.Manual] = [
            .init(name: "number0") { 0 }, .init(name: "number1", equals: { _, _ in false }) { 0 },
        ]
        self.numbers = numbers
        odds = (0..<2).map { k in Cog(name: "odd\(k)") { c in c[numbers[k]] % 2 == 1 } }
        aboves = (0..<2).map { k in Cog(name: "above\(k)") { c in c[numbers[k]] > 1 ? c[numbers[k]] : nil } }
        upTos = (0..<2).map { k in Cog(name: "upTo\(k)") { c in Array(0..<c[numbers[k]]) } }
        let page = Cog<Int>.Async(default: -1, name: "page") { _ in choose() }
        self.page = page
        loading = Cog(name: "loading") { c in c.status[page].isLoading }
    }

    func read(_ place: Place, _ c: inout Reader) -> [Int] {
        switch place {
        case .flag(let k): numbersOf(c[flags[k]])
        case .id(let k): numbersOf(c[ids[k]])
        case .list(let k): c[lists[k]]
        case .number(let k): [c[numbers[k]]]
        case .odd(let k): numbersOf(c[odds[k]])
        case .above(let k): numbersOf(c[aboves[k]])
        case .upTo(let k): c[upTos[k]]
        case .page: [c[page]]
        case .status: numbersOf(c.status[page])
        case .loading: numbersOf(c[loading])
        }
    }

    func write(_ write: Write, _ c: inout Writer) {
        switch write.source {
        case .flag(let k): c[flags[k]] = write.value == [1]
        case .id(let k): c[ids[k]] = write.value.first
        case .list(let k): c[lists[k]] = write.value
        case .number(let k): c[numbers[k]] = write.value.first ?? 0
        default: break
        }
    }

    /// The one-source form of a turn.
    func turn(_ write: Write, _ name: String, through ops: any CogOps) {
        switch write.source {
        case .flag(let k): ops.turn(flags[k], to: write.value == [1], name: name)
        case .id(let k): ops.turn(ids[k], to: write.value.first, name: name)
        case .list(let k): ops.turn(lists[k], to: write.value, name: name)
        case .number(let k): ops.turn(numbers[k], to: write.value.first ?? 0, name: name)
        default: break
        }
    }
}

func numbersOf(_ flag: Bool) -> [Int] { [flag ? 1 : 0] }

func numbersOf(_ status: CogStatus<Int>) -> [Int] {
    let kind =
        switch status.kind {
        case .pending: 0
        case .success: 1
        case .failure: 2
        }
    return [
        kind, status.value, status.hasSucceeded ? 1 : 0, status.isLoading ? 1 : 0,
        status.error == nil ? 0 : 1,
    ]
}

func numbersOf(_ id: Int?) -> [Int] { id.map { [$0] } ?? [] }
