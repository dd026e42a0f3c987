/// Reads the faults of a rule: the object after `do`.
struct FaultReader {
    private static let keys = [
        "status", "retryAfter", "redirect", "page", "empty", "notModified", "version", "headers", "length",
        "ranges", "gzip", "statusLine", "longHeader", "latency", "drip", "cut", "reset", "close",
    ]
    /// Of these an answer can be one alone.
    private static let answers = ["status", "redirect", "page", "empty", "notModified"]
    private static let ends = ["cut", "reset", "close"]

    private let object: ScriptObject

    init(_ value: ScriptValue, at place: String) throws(ScriptError) {
        object = try ScriptObject(value, at: place, keys: Self.keys)
        guard !object.keys.isEmpty else {
            throw ScriptError("is empty", at: place, advice: "write what to do, as {\"status\": 503}")
        }
        for group in [Self.answers, Self.ends] {
            let both = group.filter(object.keys.contains)
            guard both.count < 2 else {
                throw ScriptError(
                    "has both \(both[0]) and \(both[1])", at: place,
                    advice: "leave one of them out, or make a rule of each")
            }
        }
        if object["retryAfter"] != nil, object["status"] == nil {
            throw ScriptError("has retryAfter without a status", at: place, advice: "add \"status\": 503")
        }
    }

    /// Whether each request gets a version of its own.
    var changesEachTime: Bool { if case .text("each") = object["version"] { true } else { false } }

    func faults() throws(ScriptError) -> [Fault] {
        try answer() + lies() + delivery()
    }

    private func answer() throws(ScriptError) -> [Fault] {
        var faults: [Fault] = []
        if let status = try object.whole("status", atLeast: 200) {
            guard status < 600 else { throw object.wrong("status", "write one from 200 to 599") }
            faults.append(.status(status, try retryAfter()))
        }
        if let value = object["redirect"] { faults.append(try redirect(value)) }
        if try object.flag("page") { faults.append(.page) }
        if try object.flag("empty") { faults.append(.empty) }
        switch object["notModified"] {
        case nil: break
        case .bool(true): faults.append(.notModified())
        case .text(let etag): faults.append(.notModified(etag: etag))
        default: throw object.wrong("notModified", "write true, or the tag to say")
        }
        if !changesEachTime, let version = try object.whole("version") { faults.append(.version(version)) }
        return faults
    }

    private func retryAfter() throws(ScriptError) -> Fault.RetryAfter? {
        switch object["retryAfter"] {
        case nil: return nil
        case .whole(let seconds): return .seconds(seconds)
        case .text(let text): return .text(text)
        case .object(let date):
            let date = try ScriptObject(.object(date), at: object.place(of: "retryAfter"), keys: ["dateIn"])
            if let seconds = try date.whole("dateIn", atLeast: .min) { return .date(seconds: seconds) }
        default: break
        }
        throw object.wrong(
            "retryAfter", "write seconds, {\"dateIn\": seconds} for a date, or a text to send as it is")
    }

    private func redirect(_ value: ScriptValue) throws(ScriptError) -> Fault {
        let object = try ScriptObject(
            value, at: object.place(of: "redirect"), keys: ["status", "to", "chain", "loop"])
        let status = try object.whole("status") ?? 302
        guard [301, 302, 307, 308].contains(status) else {
            throw object.wrong("status", "write 301, 302, 307 or 308")
        }
        let ways = object.keys.subtracting(["status"])
        guard ways.count == 1 else {
            throw ScriptError(
                "needs one of to, chain and loop", at: object.place,
                advice: "write {\"to\": \"/elsewhere\"}, {\"chain\": 3} or {\"loop\": true}")
        }
        if let target = try object.text("to") { return .redirect(status, .to(target)) }
        if let count = try object.whole("chain", atLeast: 1) { return .redirect(status, .chain(count)) }
        _ = try object.flag("loop")
        return .redirect(status, .loop)
    }

    private func lies() throws(ScriptError) -> [Fault] {
        var faults: [Fault] = []
        if let value = object["headers"] {
            guard case .object(let headers) = value else { throw object.wrong("headers", "write an object") }
            for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
                guard case .text(let text) = value, !(name + text).contains(where: \.isNewline) else {
                    throw object.wrong("headers", "write each value as a text of one line")
                }
                faults.append(.header(name, text))
            }
        }
        if let off = try object.whole("length", atLeast: .min) { faults.append(.length(off: off)) }
        if let lie = try object.word("ranges", Fault.RangeLie.self) { faults.append(.ranges(lie)) }
        if let lie = try object.word("gzip", Fault.GzipLie.self) { faults.append(.gzip(lie)) }
        if let line = try object.text("statusLine") { faults.append(.statusLine(line)) }
        if let bytes = try object.whole("longHeader") { faults.append(.longHeader(bytes: bytes)) }
        return faults
    }

    private func delivery() throws(ScriptError) -> [Fault] {
        var faults: [Fault] = []
        if let wait = try object.time("latency") { faults.append(.latency(wait)) }
        if let value = object["drip"] {
            let drip = try ScriptObject(value, at: object.place(of: "drip"), keys: ["bytes", "every"])
            guard let bytes = try drip.whole("bytes", atLeast: 1), let every = try drip.time("every") else {
                throw ScriptError(
                    "needs bytes and every", at: drip.place,
                    advice: "write {\"bytes\": 100, \"every\": \"1s\"}")
            }
            faults.append(.drip(bytes: bytes, every: every))
        }
        if let count = try object.whole("cut") { faults.append(.cut(after: count)) }
        if let count = try object.whole("reset") { faults.append(.reset(after: count)) }
        if try object.flag("close") { faults.append(.noAnswer) }
        return faults
    }
}
