import Foundation

/// Dates as HTTP writes them.
enum HTTPDate {
    static func text(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents(
            [.weekday, .day, .month, .year, .hour, .minute, .second], from: date)
        let day = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][(parts.weekday ?? 1) - 1]
        let month = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ][(parts.month ?? 1) - 1]
        let time = [parts.hour, parts.minute, parts.second].map { two($0) }.joined(separator: ":")
        return "\(day), \(two(parts.day)) \(month) \(parts.year ?? 0) \(time) GMT"
    }

    private static func two(_ number: Int?) -> String {
        let text = "\(number ?? 0)"
        return text.count == 1 ? "0" + text : text
    }
}
