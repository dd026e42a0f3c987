internal import CLibXML2

/// One element's attributes, valid only while its start is told.
struct Attributes {
    let base: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    let count: Int

    /// The value of the attribute with this local name; an empty one is none (POD-5).
    subscript(_ name: StaticString, prefix prefix: StaticString? = nil) -> String? {
        guard let base else { return nil }
        for index in 0..<count {
            let fields = base + index * 5
            guard let local = fields[0], equals(local, name) else { continue }
            if let prefix { guard let own = fields[1], equals(own, prefix) else { continue } }
            return value(fields)
        }
        return nil
    }

    /// The same of an attribute in letters of either case, as lists of feeds have them.
    subscript(ignoringCase name: StaticString) -> String? {
        guard let base else { return nil }
        for index in 0..<count {
            let fields = base + index * 5
            if xmlStrcasecmp(fields[0], name.utf8Start) == 0 { return value(fields) }
        }
        return nil
    }

    private func value(_ fields: UnsafeMutablePointer<UnsafePointer<xmlChar>?>) -> String? {
        guard let start = fields[3], let end = fields[4], end > start else { return nil }
        let value = UnsafeBufferPointer(start: start, count: end - start)
        let trimmed = Whitespace.trimmed(value)
        return trimmed.isEmpty ? nil : String(decoding: value[trimmed], as: UTF8.self)
    }

    private func equals(_ text: UnsafePointer<xmlChar>, _ name: StaticString) -> Bool {
        xmlStrEqual(text, name.utf8Start) != 0
    }
}
