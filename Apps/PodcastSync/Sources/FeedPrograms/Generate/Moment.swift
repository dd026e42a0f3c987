import Foundation
import RandomPrograms

/// A date as it is written, and the moment it names; nil where nobody can tell (POD-2).
struct Moment: Sendable {
    var written: String
    var reads: Date?

    static func random(_ random: inout SplitMix, isInternet: Bool) -> Moment {
        if random.isTrue(in: 10) {
            return Moment(
                written: random.one(of: [
                    "soon", "0000-00-00 00:00:00", "31 Feb 2020 00:00 GMT", "1 Foo 2019",
                    "99999999999999999999", "2019-13-01T00:00:00Z", "Mon, 27",
                ]), reads: nil)
        }
        // From 1950 to 2049, so that two digits tell the year.
        let seconds = random.number(below: 3_155_000_000) - 631_000_000
        let quarters = random.number(below: 97) - 48
        var fields = tm()
        var local = time_t(seconds + quarters * 900)
        gmtime_r(&local, &fields)
        let zone = zone(quarters, hasColon: isInternet || random.isTrue(in: 20))
        let date = Date(timeIntervalSince1970: Double(seconds))
        if isInternet || random.isTrue(in: 10) {
            let day = "\(padded(1900 + Int(fields.tm_year), 4))-\(padded(Int(fields.tm_mon) + 1, 2))-"
            return Moment(
                written: day + padded(Int(fields.tm_mday), 2) + random.one(of: ["T", " ", "t"])
                    + time(fields) + zone, reads: date)
        }
        // Any weekday: it is decoration.
        let weekday = random.one(of: ["", "Mon, ", "Sunday, ", "Xyz "])
        let year = random.isTrue(in: 10) ? padded(Int(fields.tm_year) % 100, 2) : "\(1900 + fields.tm_year)"
        let month = months[Int(fields.tm_mon)]
        return Moment(
            written: "\(weekday)\(fields.tm_mday) \(month) \(year) \(time(fields)) \(zone)", reads: date)
    }

    private static func time(_ fields: tm) -> String {
        [fields.tm_hour, fields.tm_min, fields.tm_sec].map { padded(Int($0), 2) }.joined(separator: ":")
    }

    private static func zone(_ quarters: Int, hasColon: Bool) -> String {
        let minutes = abs(quarters) * 15
        return (quarters < 0 ? "-" : "+") + padded(minutes / 60, 2) + (hasColon ? ":" : "")
            + padded(minutes % 60, 2)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
