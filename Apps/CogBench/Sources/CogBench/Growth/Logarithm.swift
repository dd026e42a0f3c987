import Foundation

extension Double {
    /// To the base of ten.
    var logarithm: Double { log10(self) }

    static func power(ofTen exponent: Int) -> Double { pow(10, Double(exponent)) }
}
