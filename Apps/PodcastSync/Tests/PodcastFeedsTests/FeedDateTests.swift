import Foundation
import PodcastFeeds
import PodcastModel
import Testing

@Suite struct FeedDateTests {
    /// 27 May 2019, a Monday, 15:14:50 in Greenwich.
    private static let moment = 1_558_970_090.0

    @Test(
        "POD-2: a wrong weekday, one day or none, and every order of the words name one moment",
        arguments: [
            "Mon, 27 May 2019 15:14:50 GMT", "Wed, 27 May 2019 15:14:50 GMT", "27 May 2019 15:14:50 GMT",
            "Monday, 27 May 2019 15:14:50 GMT", "Mon,27 May 2019 15:14:50 GMT",
            "Xyz 27 May 2019 15:14:50 GMT",
            "  Mon,\t27  May\n2019 15:14:50 GMT ", "27 May 19 15:14:50 GMT", "27 May 119 15:14:50 GMT",
            "May 27, 2019 15:14:50 GMT", "Mon, May 27th 2019 15:14:50 GMT", "27. May 2019 15:14:50 GMT",
            "27-May-2019 15:14:50 GMT", "Mon, 27-MAY-2019 15:14:50 GMT", "27 may 2019 15:14:50 gmt",
            "Mon, 27 May 2019 03:14:50 PM", "27 May 2019 3:14:50 pm GMT",
        ])
    func words(_ text: String) { #expect(FeedDate.parse(text)?.timeIntervalSince1970 == Self.moment) }

    @Test(
        "POD-2: zones by name, by number, by both, unknown and none at all (UTC)",
        arguments: [
            "15:14:50", "15:14:50 Z", "15:14:50 UT", "15:14:50 UTC", "15:14:50 GMT", "11:14:50 EDT",
            "08:14:50 PDT", "10:14:50 EST", "17:14:50 CEST", "16:14:50 BST", "09:14:50 -0600",
            "09:14:50 -06:00", "20:44:50 +0530", "20:44:50 +5:30", "17:14:50 +02", "17:14:50 +2",
            "17:14:50 GMT+2", "17:14:50 UTC+02:00", "15:14:50 +0000 (UTC)", "15:14:50 (GMT)",
            "15:14:50 -0000",
            "15:14:50 QQQ",
        ])
    func zones(_ text: String) {
        #expect(FeedDate.parse("Mon, 27 May 2019 \(text)")?.timeIntervalSince1970 == Self.moment)
    }

    @Test(
        "POD-2: ISO 8601, with and without its parts",
        arguments: [
            ("2019-05-27T15:14:50Z", moment), ("2019-05-27T09:14:50-06:00", moment),
            ("2019-05-27t15:14:50z", moment), ("2019-05-27T15:14:50", moment),
            ("2019-05-27 15:14:50", moment), ("2019-05-27 17:14:50 +0200", moment),
            ("2019-05-27T15:14:50.25Z", moment + 0.25), ("2019-05-27T15:14Z", moment - 50),
            ("2019-05-27", 1_558_915_200), ("2019-05", 1_556_668_800),
        ])
    func iso(_ text: String, _ seconds: Double) {
        #expect(FeedDate.parse(text)?.timeIntervalSince1970 == seconds)
    }

    @Test(
        "POD-2: missing seconds, leap seconds, leap days, ends of days and years before 1970",
        arguments: [
            ("27 May 2019 15:14 GMT", moment - 50), ("27 May 2019", 1_558_915_200),
            ("31 Dec 2016 23:59:60 GMT", 1_483_228_800), ("31 Dec 2018 24:00 GMT", 1_546_300_800),
            ("29 Feb 2000 00:00 GMT", 951_782_400), ("31 Dec 1969 23:59:59 GMT", -1),
            ("1 Mar 1960 00:00:00 UTC", -310_435_200), ("1 Jan 1900 00:00 GMT", -2_208_988_800),
            ("1 Jan 50 00:00 GMT", -631_152_000), ("31 Dec 9999 00:00 GMT", 253_402_214_400),
        ])
    func edges(_ text: String, _ seconds: Double) {
        #expect(FeedDate.parse(text)?.timeIntervalSince1970 == seconds)
    }

    @Test(
        "POD-2: an unreadable date is nil",
        arguments: [
            "", "   ", "soon", "Mon", "Mon, 27", "27 May", "31 Feb 2019 00:00 GMT", "29 Feb 1900 00:00 GMT",
            "0 Jan 2019 00:00 GMT", "1 Jan 2019 25:61", "1 Jan 2019 24:01 GMT", "1 Jan 2019 12:60 GMT",
            "1 Jan 2019 12:00:61 GMT", "1 Jan 2019 12:00:nan GMT", "1 Jan 2019 12:00:0x1 GMT",
            "+1 Jan 2019 00:00 GMT", "1 Jan +2019 00:00 GMT", "1 Jan 2019 +1:30 GMT", "1 Jan 2019 noon",
            "1 Jan 2019 00:00 +9999", "1 Jan 2019 00:00 EST+3",
            "1 Foo 2019 00:00 GMT", "1 Jan 0 00:00 GMT", "1 Jan 12019 00:00 GMT", "2019-13-01", "2019-00-10",
            "2019-02-30T00:00:00Z", "0000-00-00 00:00:00", "2019-05-27T99:00:00Z", "99999999999999999999",
            "1 Jan 99999999999999999999 00:00",
        ])
    func unreadable(_ text: String) { #expect(FeedDate.parse(text) == nil) }

    @Test("POD-2: no bytes make it trap: any words of dates in any order give a date or nil")
    func anything() {
        let words = [
            "Mon,", "27", "May", "2019", "15:14:50", "GMT", "+0200", "-", "-06:00", "T", "pm", "am", "24:00",
            "",
            "2019-05-27", "2019-", "--", ":", "(", ")", "99", "1e9", "\u{661}", "é",
        ]
        var state: UInt64 = 1
        var read = 0
        for _ in 0..<20_000 {
            let text = (0..<6).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return words[Int(state >> 33) % words.count]
            }.joined(separator: state >> 40 & 1 == 0 ? " " : "")
            if FeedDate.parse(text) != nil { read += 1 }
        }
        #expect(read > 0)
    }

    @Test("POD-2: a missing or future date counts as first seen, a past one as itself")
    func effective() {
        let seen = Date(timeIntervalSince1970: 1_000)
        func date(_ published: Double?) -> Double {
            Episode(
                id: EpisodeID(1), feed: FeedID(1), identity: "guid:1", title: "T",
                published: published.map { Date(timeIntervalSince1970: $0) }, firstSeen: seen
            ).effectiveDate.timeIntervalSince1970
        }
        #expect([nil, 1_001, 1_000, 999, -5].map(date) == [1_000, 1_000, 1_000, 999, -5])
    }
}
