import Foundation
import PodcastServer
import Testing

@testable import PodcastTransfer

@Suite(.timeLimit(.minutes(15))) struct NetrcTests {
    @Test("POD-15: a netrc entry is its host's, in any case, and no other's; the first of two counts")
    func entries() throws {
        let netrc = Netrc(
            """
            # machine comment.org login no password no
            machine A.org login ann password p#w   # the rest is not read
            machine b.org
              login "ben \\"x\\"" account z password "two words"
            macdef init
              machine macro.org login no password no

            machine a.org login other password other
            machine nologin.org password x
            machine nopassword.org login nina
            default login every password one
            """)
        func credentials(_ address: String) throws -> String? {
            let url = try #require(URL(string: address))
            let token = netrc.authorization(for: url)?.split(separator: " ").last.map(String.init)
            return token.flatMap { Data(base64Encoded: $0) }.map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(try credentials("https://a.org/x") == "ann:p#w")
        #expect(try credentials("https://B.ORG:8080/") == "ben \"x\":two words")
        #expect(try credentials("https://nopassword.org/") == "nina:")
        for host in ["macro.org", "comment.org", "nologin.org", "c.org", "x.a.org", "a.org.evil.org"] {
            #expect(try credentials("https://\(host)/") == nil)
        }
    }

    @Test(
        "POD-15: broken netrc files give nothing away",
        arguments: ["", "machine", "machine a.org login", "\""])
    func broken(text: String) throws {
        let url = try #require(URL(string: "https://a.org/"))
        #expect(Netrc(text).authorization(for: url) == nil)
    }

    @Test("POD-15: each host of a redirect gets its own credentials, and those of the address come first")
    func redirected() async throws {
        let (first, second) = (try LoopbackServer(), try LoopbackServer())
        let client = HTTPClient(
            policy: HostPolicy(allowsPrivateHosts: true),
            netrc: Netrc("machine localhost login loc password al"))
        defer {
            client.close()
            first.stop()
            second.stop()
        }
        second.route("/feed", .text("<rss/>"))
        let there = "http://localhost:\(second.port)/feed"
        first.route("/feed", .redirect(302, to: there))
        first.route("/away", .redirect(302, to: second.url("/feed").absoluteString))
        let token = "Basic " + Data("loc:al".utf8).base64EncodedString()
        _ = try await client.document(first.url("/feed"))
        #expect(first.log.map(\.authorization) == [nil])
        #expect(second.log.map(\.authorization) == [token])
        _ = try await client.document(try #require(URL(string: "http://localhost:\(first.port)/away")))
        #expect(first.log.last?.authorization == token)
        #expect(second.log.last?.authorization == nil)
        _ = try await client.document(
            try #require(URL(string: "http://ann:pw@localhost:\(second.port)/feed")))
        #expect(second.log.last?.authorization == "Basic YW5uOnB3")
    }
}
