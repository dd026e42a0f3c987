import Foundation
import PodcastServer
import Testing

@Suite struct ScriptReadingTests {
    @Test("demo: every word of a script is read as the page says")
    func whole() throws {
        let script = try read(
            """
            {"rules": [
              {"path": "/a", "first": 2, "do": {"status": 503, "retryAfter": {"dateIn": 30}, "latency": "250ms"}},
              {"path": "/b", "nth": 3, "only": "ranged", "do": {"ranges": "wrongTotal", "cut": 10}},
              {"path": "*", "only": "conditional", "do": {"notModified": "\\"x\\"", "statusLine": "HTP"}},
              {"path": "/c", "do": {"redirect": {"status": 308, "chain": 4}, "longHeader": 9, "close": true}},
              {"path": "/d", "do": {"version": "each", "drip": {"bytes": 5, "every": 0.5}, "reset": 7}},
              {"path": "/e", "do": {"version": 2, "length": -3, "gzip": "truncated", "headers": {"Age": "1"}}},
              {"path": "/f", "do": {"redirect": {"to": "http://other/"}}}, {"path": "/g", "do": {"page": true}},
              {"path": "/h", "do": {"redirect": {"loop": true}}}, {"path": "/i", "do": {"empty": true}},
              {"path": "/j", "do": {"status": 429, "retryAfter": 5}},
              {"path": "/k", "do": {"status": 429, "retryAfter": "soon", "latency": "2m"}}
            ]}
            """)
        let expected: [ScriptRule] = [
            rule("/a", .first(2), .status(503, .date(seconds: 30)), .latency(.milliseconds(250))),
            ScriptRule(
                path: PathPattern("/b"), kind: .ranged, requests: .nth(3),
                faults: [.ranges(.wrongTotal), .cut(after: 10)]),
            ScriptRule(
                path: PathPattern("*"), kind: .conditional,
                faults: [.notModified(etag: "\"x\""), .statusLine("HTP")]),
            rule("/c", .every, .redirect(308, .chain(4)), .longHeader(bytes: 9), .noAnswer),
            ScriptRule(
                path: PathPattern("/d"),
                faults: [.drip(bytes: 5, every: .milliseconds(500)), .reset(after: 7)], changesEachTime: true),
            rule(
                "/e", .every, .version(2), .header("Age", "1"), .length(off: -3), .gzip(.truncated)),
            rule("/f", .every, .redirect(302, .to("http://other/"))), rule("/g", .every, .page),
            rule("/h", .every, .redirect(302, .loop)), rule("/i", .every, .empty),
            rule("/j", .every, .status(429, .seconds(5))),
            rule("/k", .every, .status(429, .text("soon")), .latency(.seconds(120))),
        ]
        for (read, expected) in zip(script.rules, expected) { #expect(read == expected) }
        #expect(script.rules.count == expected.count)
    }

    @Test(
        "demo: what is wrong with a script is told with where, and with what to write",
        arguments: [
            ("[]", "the script: is a list and no object; write {…} with rules"),
            ("{}", #"the script: has no list of rules; write {"rules": [{"path": "/media/*", "do": {…}}]}"#),
            (#"{"rule": []}"#, "the script: does not know 'rule'; it takes rules"),
            (
                #"{"rules": [{"do": {"page": true}}]}"#,
                "rule 1: needs a path that begins with / or *; write \"path\": \"/media/*\"; "
                    + "serve prints the paths that are asked for"
            ),
            (
                #"{"rules": [{"path": "/"}]}"#,
                #"rule 1: does not say what to do; write "do": {"status": 503}"#
            ),
            (
                #"{"rules": [{"path": "/", "nth": 0, "do": {"page": true}}]}"#,
                "rule 1, nth: cannot be 0; write a whole number from 1 up"
            ),
            (
                #"{"rules": [{"path": "/", "nth": 1, "first": 2, "do": {"page": true}}]}"#,
                "rule 1: has both nth and first; leave one of them out"
            ),
            (
                #"{"rules": [{"path": "/", "only": "head", "do": {"page": true}}]}"#,
                #"rule 1, only: cannot be "head"; write "conditional" or "ranged""#
            ),
            (
                #"{"rules": [{"path": "/", "do": {}}]}"#,
                #"rule 1, do: is empty; write what to do, as {"status": 503}"#
            ),
        ])
    func wrong(_ json: String, _ message: String) {
        #expect(failure(json) == message)
    }

    @Test(
        "demo: what is wrong with a deed of a rule is told with where, and with what to write",
        arguments: [
            (#""page": false"#, "page: cannot be false; write true, or leave it out"),
            (#""page": 1"#, "page: cannot be 1; write true, or leave it out"),
            (#""status": 99"#, "status: cannot be 99; write a whole number from 200 up"),
            (#""status": 600"#, "status: cannot be 600; write one from 200 to 599"),
            (#""cut": 1.5"#, "cut: cannot be 1.5; write a whole number from 0 up"),
            (#""cut": true"#, "cut: cannot be true; write a whole number from 0 up"),
            (
                #""latency": "soon""#,
                #"latency: cannot be "soon"; write seconds, or a time like "250ms" or "2s""#
            ),
            (#""latency": -1"#, #"latency: cannot be -1; write seconds, or a time like "250ms" or "2s""#),
            (#""gzip": "no""#, #"gzip: cannot be "no"; write "unlabelled", "labelOnly" or "truncated""#),
            (
                #""redirect": {"status": 303, "loop": true}"#,
                "redirect, status: cannot be 303; write 301, 302, 307 or 308"
            ),
            (
                #""redirect": {}"#,
                #"redirect: needs one of to, chain and loop; "#
                    + #"write {"to": "/elsewhere"}, {"chain": 3} or {"loop": true}"#
            ),
            (
                #""redirect": "/b""#,
                #"redirect: is "/b" and no object; write {…} with status, to, chain or loop"#
            ),
            (#""drip": {"bytes": 5}"#, #"drip: needs bytes and every; write {"bytes": 100, "every": "1s"}"#),
            (
                #""status": 503, "retryAfter": -1.5"#,
                #"retryAfter: cannot be -1.5; write seconds, {"dateIn": seconds} for a date, "#
                    + "or a text to send as it is"
            ),
            (
                #""headers": {"A": "b\nc"}"#,
                "headers: cannot be an object; write each value as a text of one line"
            ),
            (#""notModified": 4"#, "notModified: cannot be 4; write true, or the tag to say"),
        ])
    func wrongDeed(_ deed: String, _ message: String) {
        #expect(failure(#"{"rules": [{"path": "/", "do": {\#(deed)}}]}"#) == "rule 1, do, " + message)
    }

    @Test("demo: deeds that exclude each other, or are none, are told")
    func together() {
        func failure(_ deeds: String) -> String? {
            self.failure(#"{"rules": [{"path": "/", "do": {\#(deeds)}}]}"#)
        }
        #expect(
            failure(#""page": true, "status": 404"#)
                == "rule 1, do: has both status and page; leave one of them out, or make a rule of each")
        #expect(
            failure(#""cut": 1, "reset": 2"#)
                == "rule 1, do: has both cut and reset; leave one of them out, or make a rule of each")
        #expect(
            failure(#""retryAfter": 1"#) == #"rule 1, do: has retryAfter without a status; add "status": 503"#
        )
        #expect(
            failure(#""latncy": 1"#)?.hasPrefix("rule 1, do: does not know 'latncy'; it takes status, ")
                == true)
    }

    @Test("demo: what is no JSON is told with where that shows")
    func noJSON() throws {
        let message = try #require(failure("{\"rules\": [\n  {\"path\" \"/\"}]}"))
        #expect(message.hasPrefix("is not JSON: "))
        #expect(message.contains("character 22"))
        #expect(message.hasSuffix("; write {\"rules\": […]}"))
    }

    private func rule(_ path: String, _ requests: ScriptRule.Requests, _ faults: Fault...) -> ScriptRule {
        ScriptRule(path: PathPattern(path), requests: requests, faults: faults)
    }

    private func read(_ json: String) throws(ScriptError) -> ServerScript {
        try ServerScript(json: Data(json.utf8))
    }

    private func failure(_ json: String) -> String? {
        do throws(ScriptError) {
            _ = try read(json)
            return nil
        } catch {
            return "\(error)"
        }
    }
}
