/// Places values between two decades along a line, so that each factor of ten is equally long.
struct LogScale: Equatable {
    /// Powers of ten.
    let first: Int
    let last: Int
    /// Where the first and the last decade are.
    let start: Double
    let end: Double

    /// The decades around `values`, one at least. Traps unless all are above zero.
    init(around values: [Double], from start: Double, to end: Double) {
        let (least, most) = (values.min() ?? 1, values.max() ?? 1)
        guard least > 0 else { fatalError("A scale of decades has no place for \(least). Leave it out.") }
        first = Int(least.logarithm.rounded(.down))
        last = max(Int(most.logarithm.rounded(.up)), first + 1)
        self.start = start
        self.end = end
    }

    func place(_ value: Double) -> Double {
        start + (value.logarithm - Double(first)) / Double(last - first) * (end - start)
    }

    /// Each decade's value.
    var decades: [Double] { (first...last).map { Double.power(ofTen: $0) } }

    /// Two to nine times each decade but the last.
    var between: [Double] { decades.dropLast().flatMap { decade in (2...9).map { decade * Double($0) } } }
}
