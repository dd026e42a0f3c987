import Foundation
import PodcastServer
import Testing

@Suite("The page about podcast-sync", .timeLimit(.minutes(10)))
struct ManualTests {
    @Test("The page has every command of the overview, in its order, each with the help that it shows")
    func help() async throws {
        let page = try ManualPage()
        let program = try Program()
        defer { program.remove() }
        let overview = try await program.run("--help").output
        #expect(page.overview == overview)
        #expect(page.commands.map(\.name) == HelpText(overview).commands)
        for command in page.commands {
            #expect(try await program.run(command.name, "--help").output == command.help)
        }
    }

    @Test("What --json writes is what the page says: each field, its type, and whether it may be left out")
    func json() async throws {
        let page = try ManualPage()
        var answers = try await ManualAnswers.collect()
        let errors = answers.removeValue(forKey: "error") ?? []
        expect(errors, page.errorFields, of: "an error")
        let alike = ["sync": ["refresh", "download", "clean"], "keep": ["skip", "download --not"]]
        for section in page.commands where !section.fields.isEmpty {
            let names = [section.name] + (alike[section.name] ?? [])
            for name in names { #expect(answers[name]?.isEmpty == false, "\(name) gave no answer") }
            expect(names.flatMap { answers[$0] ?? [] }, section.fields, of: names.joined(separator: ", "))
        }
    }

    @Test("A command ends with no other exit codes than the page says")
    func exitCodes() async throws {
        let page = try ManualPage()
        let codes = try await ManualAnswers.exitCodes()
        for section in page.commands {
            #expect(section.exitCodes.contains(0))
            let seen = codes[section.name] ?? []
            #expect(section.exitCodes.isSuperset(of: seen), "\(section.name): \(seen)")
        }
    }

    private func expect(_ answers: [JSON], _ fields: [ManualPage.Field], of name: String) {
        let known = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0) })
        var seen: Set<String> = []
        for answer in answers {
            for field in fields {
                #expect(answer.has(field.path[...]), "\(name) left out \(field.name)")
            }
            for (path, values) in answer.leaves() {
                guard let field = known[path] else {
                    if values.isEmpty { continue }
                    Issue.record("the page does not say that \(name) has \(path)")
                    continue
                }
                seen.insert(path)
                for value in values {
                    #expect(value.isA(field.type), "\(name): \(path) is no \(field.type)")
                }
            }
        }
        #expect(Set(known.keys).subtracting(seen) == [], "\(name) never gave these")
    }
}
