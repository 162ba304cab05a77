// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Converts flag keys to Swift names, and validates names.
enum SwiftName {
    /// Returns the name of a member or case, without backticks: `new-nav` and `NEW_NAV` become `newNav`.
    ///
    /// Preserves the letters of any script. A string without letters and digits is converted to its character codes.
    static func member(for text: String) -> String {
        let words = words(of: text)
        let isShouting = !text.unicodeScalars.contains(where: \.properties.isLowercase)
        var name = ""
        for word in words {
            // Numbers remain separate: 1.23 is not 12.3.
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

    /// Returns the name of the enumeration for a member name: `theme` becomes `Theme`.
    static func type(forMember name: String) -> String {
        guard let first = name.unicodeScalars.first else { return name }
        let type = first.properties.titlecaseMapping + String(name.unicodeScalars.dropFirst())
        return unusable.contains(type) ? type + "Flag" : type
    }

    /// Returns whether a string is a valid name of a member or type.
    static func isMember(_ text: String) -> Bool { isIdentifier(text) && !unusable.contains(text) }

    /// Returns whether a string is a valid identifier, with backticks if necessary.
    static func isIdentifier(_ text: some StringProtocol) -> Bool {
        guard let first = text.unicodeScalars.first, text != "_" else { return false }
        return (first == "_" || (first.properties.isXIDStart && isWord(first)))
            && text.unicodeScalars.allSatisfy { $0 == "_" || isWord($0) }
    }

    /// Returns a name for a declaration, with backticks around keywords.
    static func declared(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    // MARK: Words

    private typealias Word = [Unicode.Scalar]

    /// Returns the words of a string, separated by punctuation or by a change from lowercase to uppercase.
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

    /// Returns a capitalized word.
    ///
    /// - Parameter keepsCapitals: A Boolean value that indicates whether other capital letters are preserved, as in acronyms.
    private static func capitalized(_ word: Word, keepsCapitals: Bool) -> String {
        let rest = word.dropFirst()
        return word[0].properties.titlecaseMapping
            + (keepsCapitals ? String(String.UnicodeScalarView(rest)) : lowercased(rest))
    }
}

extension SwiftName {
    /// The names that have a special meaning after a dot or inside the generated extensions, even in backticks.
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
