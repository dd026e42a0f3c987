import Foundation
import PodcastModel

/// The credentials of a netrc file, each for its own host (POD-15).
///
/// A `default` entry is passed over: it would go to every host that a feed or a redirect names.
public struct Netrc: Sendable {
    private var tokens: [String: String] = [:]

    /// Nothing for nobody.
    public init() {}

    /// - Parameter text: What a netrc file holds; what makes no entry is passed over. Of two for one host
    ///   the first counts.
    public init(_ text: String) {
        var words = Words(text)
        var (host, login, password): (String?, String?, String?)
        func end(_ tokens: inout [String: String]) {
            guard let host, let login, tokens[host] == nil else { return }
            tokens[host] = Data("\(login):\(password ?? "")".utf8).base64EncodedString()
        }
        while let word = words.next() {
            switch word {
            case "machine", "default":
                end(&tokens)
                (login, password) = (nil, nil)
                host = word == "machine" ? words.next().flatMap(URL.plainHost) : nil
            case "login": login = words.next()
            case "password": password = words.next()
            case "account": _ = words.next()
            case "macdef": words.skipMacro()
            default: break
            }
        }
        end(&tokens)
    }

    /// The value of the `Authorization` header for a URL's host; nil when it has no entry.
    func authorization(for url: URL) -> String? {
        url.host.flatMap(URL.plainHost).flatMap { tokens[$0] }.map { "Basic \($0)" }
    }

    /// The words of the file: quotes keep spaces and have escapes, a mark begins a comment.
    private struct Words {
        private var rest: Substring

        init(_ text: String) { rest = text[...] }

        mutating func next() -> String? {
            while let first = rest.first, first.isWhitespace || first == "#" {
                rest = first == "#" ? rest.drop { !$0.isNewline } : rest.dropFirst()
            }
            guard let first = rest.first else { return nil }
            guard first == "\"" else {
                let word = rest.prefix { !$0.isWhitespace }
                rest = rest[word.endIndex...]
                return String(word)
            }
            rest.removeFirst()
            var word = ""
            while let character = rest.popFirst(), character != "\"" {
                if character == "\\", let escaped = rest.popFirst() {
                    word.append(escaped)
                } else {
                    word.append(character)
                }
            }
            return word
        }

        /// A macro ends with an empty line.
        mutating func skipMacro() {
            var isEmpty = false
            rest = rest.drop { !$0.isNewline }
            while let character = rest.popFirst() {
                if character.isNewline {
                    if isEmpty { return }
                    isEmpty = true
                } else if !character.isWhitespace {
                    isEmpty = false
                }
            }
        }
    }
}
