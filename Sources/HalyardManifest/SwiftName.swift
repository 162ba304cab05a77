// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Makes names of Swift out of flags' keys, and tells what can be one.
enum SwiftName {
    /// The name of a member or case: `new-nav` and `NEW_NAV` become `newNav`, without backticks.
    ///
    /// Letters of any script stay. A text without letters and digits becomes the numbers of its characters.
    static func member(for text: String) -> String {
        let words = words(of: text)
        let isShouting = !text.unicodeScalars.contains(where: \.properties.isLowercase)
        var name = ""
        for word in words {
            // Numbers stay apart: 1.23 is not 12.3.
            if let last = name.unicodeScalars.last, isDigit(last), isDigit(word[0]) { name += "_" }
            name += name.isEmpty ? lowercased(word) : capitalized(word, keepsCapitals: !isShouting)
        }
        if words.isEmpty {
            let codes = text.unicodeScalars.map { "x" + String($0.value, radix: 16) }
            name = codes.isEmpty ? "empty" : "flag" + codes.joined()
        }
        if let first = name.unicodeScalars.first, !first.properties.isXIDStart { name = "_" + name }
        return unusable.contains(name) ? name + "Flag" : name
    }

    /// The name of the enumeration for a key with a member of this name: `theme` becomes `Theme`.
    static func type(forMember name: String) -> String {
        guard let first = name.unicodeScalars.first else { return name }
        let type = first.properties.titlecaseMapping + String(name.unicodeScalars.dropFirst())
        return unusable.contains(type) ? type + "Flag" : type
    }

    /// Whether a text can be the name of a member or type.
    static func isMember(_ text: String) -> Bool { isIdentifier(text) && !unusable.contains(text) }

    /// Whether a text can be a name, if need be in backticks.
    static func isIdentifier(_ text: some StringProtocol) -> Bool {
        guard let first = text.unicodeScalars.first, text != "_" else { return false }
        return (first == "_" || (first.properties.isXIDStart && isWord(first)))
            && text.unicodeScalars.allSatisfy { $0 == "_" || isWord($0) }
    }

    /// A name as it stands in a declaration: keywords in backticks.
    static func declared(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    // MARK: Words

    private typealias Word = [Unicode.Scalar]

    /// The words of a text: what stands between signs, and between small and capital letters.
    private static func words(of text: String) -> [Word] {
        var words: [Word] = []
        for chunk in text.unicodeScalars.split(whereSeparator: { $0 == "_" || !isWord($0) }).map(Array.init) {
            var word: Word = []
            for (index, scalar) in chunk.enumerated() {
                if index > 0, isCapital(scalar) {
                    let endsAcronym = index + 1 < chunk.count && chunk[index + 1].properties.isLowercase
                    if !isCapital(chunk[index - 1]) || endsAcronym {
                        words.append(word)
                        word = []
                    }
                }
                word.append(scalar)
            }
            words.append(word)
        }
        return words
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isXIDContinue && !scalar.properties.isDefaultIgnorableCodePoint
    }

    private static func isCapital(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isUppercase || scalar.properties.generalCategory == .titlecaseLetter
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.numericType != nil }

    private static func lowercased(_ word: some Sequence<Unicode.Scalar>) -> String {
        word.map(\.properties.lowercaseMapping).joined()
    }

    /// With a capital first; acronyms keep their capitals where the whole text is not in capitals.
    private static func capitalized(_ word: Word, keepsCapitals: Bool) -> String {
        let rest = word.dropFirst()
        return word[0].properties.titlecaseMapping
            + (keepsCapitals ? String(String.UnicodeScalarView(rest)) : lowercased(rest))
    }
}

extension SwiftName {
    /// What has a meaning of its own after a dot or inside of the generated extensions, even in backticks.
    private static let unusable: Set<String> = [
        "init", "self", "Type", "Protocol", "Self", "allCases", "AllCases", "RawValue", "Value",
        "Any", "AnyObject", "Array", "Bool", "CaseIterable", "Character", "Codable", "Comparable", "Data", "Date",
        "Decodable", "Dictionary", "Double", "Encodable", "Equatable", "Error", "FlagClient", "FlagKey", "FlagValue",
        "Float", "Halyard", "Hashable", "Identifiable", "Int", "Int64", "Never", "Optional", "RawRepresentable",
        "Result", "Sendable", "Set", "String", "Swift", "Task", "UInt", "URL", "UUID", "Void",
    ]

    private static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "actor", "as", "associatedtype", "async", "await", "break", "case", "catch",
        "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
        "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "macro",
        "nil", "operator", "package", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows",
        "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
        "typealias", "var", "where", "while",
    ]
}
