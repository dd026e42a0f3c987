/// The entities of HTML that people write in feeds, which XML does not know (POD-5).
enum HTMLEntities {
    static func scalar(_ name: String) -> UInt32? { named[name] }

    private static let latin1 = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn \
        sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave \
        Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml \
        ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN \
        szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute \
        icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml \
        yacute thorn yuml
        """

    private static let others: [String: UInt32] = [
        "OElig": 0x152, "oelig": 0x153, "Scaron": 0x160, "scaron": 0x161, "Yuml": 0x178, "fnof": 0x192,
        "circ": 0x2C6, "tilde": 0x2DC, "ensp": 0x2002, "emsp": 0x2003, "thinsp": 0x2009, "zwnj": 0x200C,
        "zwj": 0x200D, "ndash": 0x2013, "mdash": 0x2014, "lsquo": 0x2018, "rsquo": 0x2019,
        "sbquo": 0x201A, "ldquo": 0x201C, "rdquo": 0x201D, "bdquo": 0x201E, "dagger": 0x2020,
        "Dagger": 0x2021, "bull": 0x2022, "hellip": 0x2026, "permil": 0x2030, "prime": 0x2032,
        "Prime": 0x2033, "lsaquo": 0x2039, "rsaquo": 0x203A, "euro": 0x20AC, "trade": 0x2122,
        "larr": 0x2190, "uarr": 0x2191, "rarr": 0x2192, "darr": 0x2193, "harr": 0x2194,
        "infin": 0x221E, "minus": 0x2212, "ne": 0x2260, "le": 0x2264, "ge": 0x2265, "hearts": 0x2665,
        "alpha": 0x3B1, "beta": 0x3B2, "gamma": 0x3B3, "delta": 0x3B4, "lambda": 0x3BB, "mu": 0x3BC,
        "pi": 0x3C0, "sigma": 0x3C3, "omega": 0x3C9, "Omega": 0x3A9, "Delta": 0x394,
    ]

    private static let named: [String: UInt32] = {
        var all = others
        for (index, name) in latin1.split(separator: " ").enumerated() {
            all[String(name)] = UInt32(0xA0 + index)
        }
        return all
    }()
}
