import CogGraph
import CogMechanisms
import CogTesting

/// A shop's basket: what is in it, what that costs, and who reacts to it. Its time stands still, so that it
/// looks the same whenever it is looked at.
@MainActor
struct Shop {
    let cogs: Cogs
    private let price = CogBox<Int, String>.Manual(name: "price") { _ in 0 }
    private let basket = Cog<Basket>.Manual(name: "basket") { Basket() }
    private let coupon = Cog<String?>.Manual(name: "coupon") { nil }
    private let country = Cog<String>.Manual(name: "country") { "CH" }
    private let lookup = ControlledWork<Int>()
    private let subtotal, shipping, total: Cog<Int>
    private let summary: Cog<String>

    init() {
        let (price, basket, coupon, country, lookup) = (price, basket, coupon, country, lookup)
        let line = CogBox<Int, String>(name: "line") { c, item in c[basket].count(of: item) * c[price[item]] }
        let subtotal = Cog(name: "subtotal") { c in
            c[basket].items.reduce(0) { sum, item in sum + c[line[item.name]] }
        }
        let rate = CogBox<Int, String>.Async(default: 9, name: "rate") { _, _ in
            Work.run { try await lookup.run() }
        }
        let isFree = Cog(name: "isFree") { c in c[subtotal] >= 100 }
        let shipping = Cog(name: "shipping") { c in c[isFree] ? 0 : c[rate[c[country]]] }
        let discount = Cog(name: "discount") { c in c[coupon] == nil ? 0 : c[subtotal] / 10 }
        let total = Cog(name: "total") { c in c[subtotal] - c[discount] + c[shipping] }
        let summary = Cog(name: "summary") { c in
            "\(c[basket].items.reduce(0) { $0 + $1.count }) items, \(c[total]) francs"
        }
        let receipt = Cog<String>.Manual(name: "receipt") { "none" }
        (self.subtotal, self.shipping, self.total, self.summary) = (subtotal, shipping, total, summary)
        cogs = Cogs.forTesting(mechanisms: [
            Scripted(name: "Till") { m in
                m.watch(total, initial: .skip, name: "print") { [weak m] _, total in
                    m?.turn(receipt, to: "\(total) francs", name: "print receipt")
                }
                m.scope(coupon, name: "campaign") { _, s in
                    s.watch(discount, initial: .run, name: "count") { _, _ in }
                }
            },
            Scripted(name: "Paper") { m in m.run(name: "feed") { c in _ = c[receipt] } },
        ])
    }

    /// Someone shops.
    func shop() async {
        _ = cogs[summary]
        cogs.turn(name: "open shop") { [price] c in
            c[price["apple"]] = 2
            c[price["bread"]] = 7
            c[price["honey"]] = 14
        }
        cogs.turn(basket, to: Basket(items: [("apple", 6)]), name: "add apples")
        await lookup.nextRun().succeed(8)
        cogs.turn(basket, to: Basket(items: [("apple", 6), ("bread", 2)]), name: "add bread")
        cogs.turn(coupon, to: "SPRING", name: "enter coupon")
        cogs.turn(country, to: "FR", name: "ship to France")
        await lookup.nextRun().succeed(19)
        cogs.turn(price["apple"], to: 3, name: "apples get dearer")
        cogs.turn(basket, to: Basket(items: [("apple", 6), ("bread", 2), ("honey", 1)]), name: "add honey")
    }
}

private struct Basket: Equatable, CustomStringConvertible {
    var items: [(name: String, count: Int)] = []

    func count(of name: String) -> Int { items.first { $0.name == name }?.count ?? 0 }

    var description: String { items.map { "\($0.count) \($0.name)" }.joined(separator: ", ") }

    static func == (a: Self, b: Self) -> Bool { a.items.elementsEqual(b.items, by: ==) }
}

private struct Scripted: Mechanism {
    let name: String
    let script: @MainActor (MechanismController) -> Void

    func operate(_ m: MechanismController) { script(m) }
}
