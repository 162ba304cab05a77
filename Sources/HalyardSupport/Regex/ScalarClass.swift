// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A set of Unicode scalars.
struct ScalarClass: Sendable {
    /// A part of the set.
    enum Part: Sendable {
        case range(ClosedRange<UInt32>)
        case digit, word, space
        case category(Set<Unicode.GeneralCategory>)
        case alphabetic, lowercase, uppercase
        indirect case not(Part)
        indirect case nested(ScalarClass)

        static func scalar(_ scalar: Unicode.Scalar) -> Part { .range(scalar.value...scalar.value) }

        /// A Boolean value that indicates whether the part consists of one scalar.
        var isScalar: Bool { if case .range(let range) = self { range.count == 1 } else { false } }
    }

    var parts: [Part] = []
    var isNegated = false
    /// A Boolean value that indicates whether letters match all their cases.
    var ignoresCase = false

    init(_ parts: [Part] = [], isNegated: Bool = false, ignoresCase: Bool = false) {
        (self.parts, self.isNegated, self.ignoresCase) = (parts, isNegated, ignoresCase)
    }

    init(_ scalar: Unicode.Scalar, ignoresCase: Bool) {
        self.init(([scalar] + (ignoresCase ? scalar.otherCases : [])).map(Part.scalar), ignoresCase: ignoresCase)
    }

    /// Returns whether the set contains a scalar.
    ///
    /// - Parameter cases: The scalar's ``Unicode/Scalar/otherCases``, for a set that ignores case.
    func contains(_ scalar: Unicode.Scalar, inOtherCases cases: [Unicode.Scalar]) -> Bool {
        parts.contains { includes($0, scalar, cases) } != isNegated
    }

    private func includes(_ part: Part, _ scalar: Unicode.Scalar, _ cases: [Unicode.Scalar]) -> Bool {
        switch part {
        // Cases are added before a set is negated.
        case .not(let part): !includes(part, scalar, cases)
        case .nested(let set): set.contains(scalar, inOtherCases: cases)
        default: Self.includes(part, scalar) || ignoresCase && cases.contains { Self.includes(part, $0) }
        }
    }

    private static func includes(_ part: Part, _ scalar: Unicode.Scalar) -> Bool {
        switch part {
        case .range(let range): range.contains(scalar.value)
        case .digit: scalar.properties.generalCategory == .decimalNumber
        case .word: isWord(scalar)
        case .space: scalar.properties.isWhitespace
        case .category(let categories): categories.contains(scalar.properties.generalCategory)
        case .alphabetic: scalar.properties.isAlphabetic
        case .lowercase: scalar.properties.isLowercase
        case .uppercase: scalar.properties.isUppercase
        case .not, .nested: false
        }
    }

    /// Returns whether a scalar is a word character (UTS 18, annex C).
    static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
                || scalar == "_"
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation: return true
        default: return scalar.properties.isAlphabetic || scalar.properties.isJoinControl
        }
    }

    // MARK: Named sets

    /// Returns the ASCII characters of the digits, spaces, or word characters, or `nil` for another set.
    static func ascii(_ part: Part) -> [Part]? {
        switch part {
        case .digit: posix("digit")
        case .word: posix("word")
        // RE2's spaces don't include the vertical tab.
        case .space: [.range(0x09...0x0A), .range(0x0C...0x0D), .range(0x20...0x20)]
        default: nil
        }
    }

    /// Returns the ASCII set with a POSIX name, or `nil` if the name is unknown.
    static func posix(_ name: String) -> [Part]? {
        let ranges: [Character: ClosedRange<UInt32>] = ["d": 0x30...0x39, "u": 0x41...0x5A, "l": 0x61...0x7A]
        let parts = { (letters: String) in letters.compactMap { ranges[$0].map(Part.range) } }
        return switch name {
        case "alpha": parts("ul")
        case "digit": parts("d")
        case "alnum": parts("dul")
        case "upper": parts("u")
        case "lower": parts("l")
        case "word": parts("dul") + [.range(0x5F...0x5F)]
        case "xdigit": [.range(0x30...0x39), .range(0x41...0x46), .range(0x61...0x66)]
        case "space": [.range(0x09...0x0D), .range(0x20...0x20)]
        case "blank": [.range(0x09...0x09), .range(0x20...0x20)]
        case "cntrl": [.range(0x00...0x1F), .range(0x7F...0x7F)]
        case "graph": [.range(0x21...0x7E)]
        case "print": [.range(0x20...0x7E)]
        case "punct": [.range(0x21...0x2F), .range(0x3A...0x40), .range(0x5B...0x60), .range(0x7B...0x7E)]
        case "ascii": [.range(0x00...0x7F)]
        default: nil
        }
    }

    /// Returns the set with a property name, such as a general category, or `nil` if the name isn't supported.
    ///
    /// Scripts, for example, aren't supported.
    static func property(_ name: String) -> Part? {
        let key = name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
        if let categories = categories[key] { return .category(categories) }
        return switch key {
        case "alphabetic", "alpha": .alphabetic
        case "lowercase", "lower": .lowercase
        case "uppercase", "upper": .uppercase
        case "whitespace", "space": .space
        case "any": .range(0...0x10FFFF)
        case "ascii": .range(0...0x7F)
        default: nil
        }
    }

    private static let categories: [String: Set<Unicode.GeneralCategory>] = {
        let single: [(String, String, Unicode.GeneralCategory)] = [
            ("lu", "uppercaseletter", .uppercaseLetter), ("ll", "lowercaseletter", .lowercaseLetter),
            ("lt", "titlecaseletter", .titlecaseLetter), ("lm", "modifierletter", .modifierLetter),
            ("lo", "otherletter", .otherLetter), ("mn", "nonspacingmark", .nonspacingMark),
            ("mc", "spacingmark", .spacingMark), ("me", "enclosingmark", .enclosingMark),
            ("nd", "decimalnumber", .decimalNumber), ("nl", "letternumber", .letterNumber),
            ("no", "othernumber", .otherNumber), ("pc", "connectorpunctuation", .connectorPunctuation),
            ("pd", "dashpunctuation", .dashPunctuation), ("ps", "openpunctuation", .openPunctuation),
            ("pe", "closepunctuation", .closePunctuation), ("pi", "initialpunctuation", .initialPunctuation),
            ("pf", "finalpunctuation", .finalPunctuation), ("po", "otherpunctuation", .otherPunctuation),
            ("sm", "mathsymbol", .mathSymbol), ("sc", "currencysymbol", .currencySymbol),
            ("sk", "modifiersymbol", .modifierSymbol), ("so", "othersymbol", .otherSymbol),
            ("zs", "spaceseparator", .spaceSeparator), ("zl", "lineseparator", .lineSeparator),
            ("zp", "paragraphseparator", .paragraphSeparator), ("cc", "control", .control), ("cf", "format", .format),
            ("cs", "surrogate", .surrogate), ("co", "privateuse", .privateUse), ("cn", "unassigned", .unassigned),
        ]
        let groups = [
            "l": "letter", "m": "mark", "n": "number", "p": "punctuation", "s": "symbol", "z": "separator",
            "c": "other",
        ]
        var all: [String: Set<Unicode.GeneralCategory>] = [:]
        for (short, long, category) in single {
            (all[short], all[long]) = ([category], [category])
            let group = String(short.prefix(1))
            all[group, default: []].insert(category)
            if let name = groups[group] { all[name, default: []].insert(category) }
        }
        return all
    }()
}

extension Unicode.Scalar {
    /// The scalars that differ from this one only in case, according to simple mappings.
    ///
    /// The Kelvin sign maps to "k", but "k" doesn't map to the Kelvin sign.
    var otherCases: [Unicode.Scalar] {
        if isASCII { return properties.isAlphabetic ? [Unicode.Scalar(UInt8(value) ^ 0x20)] : [] }
        var cases: [Unicode.Scalar] = []
        for mapped in [properties.lowercaseMapping, properties.uppercaseMapping, properties.titlecaseMapping] {
            guard let scalar = mapped.onlyScalar, scalar != self else { continue }
            cases.append(scalar)
            for again in [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping] {
                if let other = again.onlyScalar, other != self { cases.append(other) }
            }
        }
        return cases
    }
}

extension String {
    /// The string's only scalar, or `nil` if it doesn't have exactly one.
    fileprivate var onlyScalar: Unicode.Scalar? {
        let scalars = unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }
}
