import Foundation

extension ServerScript {
    /// Reads a script: `{"rules": [{"path": …, "nth": …, "do": {…}}, …]}`.
    ///
    /// - Throws: ``ScriptError`` for the first thing that is wrong with it.
    public init(json: Data) throws(ScriptError) {
        let value: ScriptValue
        do {
            value = try JSONDecoder().decode(ScriptValue.self, from: json)
        } catch {
            throw ScriptError("is not JSON\(placeOfMistake(in: json))", advice: "write {\"rules\": […]}")
        }
        let script = try ScriptObject(value, at: "the script", keys: ["rules"])
        guard case .list(let rules) = script["rules"] else {
            throw ScriptError(
                "has no list of rules", at: script.place,
                advice: "write {\"rules\": [{\"path\": \"/media/*\", \"do\": {…}}]}")
        }
        var read: [ScriptRule] = []
        for (index, rule) in rules.enumerated() {
            read.append(try ScriptRule(rule, at: "rule \(index + 1)"))
        }
        self.init(read)
    }
}

extension ScriptRule {
    fileprivate init(_ value: ScriptValue, at place: String) throws(ScriptError) {
        let rule = try ScriptObject(value, at: place, keys: ["path", "nth", "first", "only", "do"])
        guard let path = try rule.text("path"), path.hasPrefix("/") || path.hasPrefix("*") else {
            throw ScriptError(
                "needs a path that begins with / or *", at: place,
                advice: "write \"path\": \"/media/*\"; serve prints the paths that are asked for")
        }
        let (nth, first) = (try rule.whole("nth", atLeast: 1), try rule.whole("first", atLeast: 1))
        if nth != nil, first != nil {
            throw ScriptError("has both nth and first", at: place, advice: "leave one of them out")
        }
        guard let deeds = rule["do"] else {
            throw ScriptError(
                "does not say what to do", at: place, advice: "write \"do\": {\"status\": 503}")
        }
        let reader = try FaultReader(deeds, at: "\(place), do")
        self.init(
            path: PathPattern(path), kind: try rule.word("only"),
            requests: nth.map { .nth($0) } ?? first.map { .first($0) } ?? .every,
            faults: try reader.faults(), changesEachTime: reader.changesEachTime)
    }
}

/// Where a text stops being JSON, as far as the system says; the decoder itself does not.
private func placeOfMistake(in json: Data) -> String {
    do {
        _ = try JSONSerialization.jsonObject(with: json)
        return ""
    } catch {
        guard let text = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String else { return "" }
        return ": " + text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
