// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Numbers as rules and contexts write them.
enum RuleNumber {
    /// The number that a context's text is: sign, digits, `.5`, `7.`, exponent, `inf`, `infinity`, `nan` in any case; nil for
    /// anything else, such as blanks or `0x10`.
    static func read(_ text: some StringProtocol) -> Double? {
        if let number = plain(text) { return number }
        var word = text.lowercased()[...]
        let isNegative = word.hasPrefix("-")
        if isNegative || word.hasPrefix("+") { word.removeFirst() }
        switch word {
        case "inf", "infinity": return isNegative ? -.infinity : .infinity
        case "nan": return .nan
        default: return nil
        }
    }

    /// The number that a rule's text is: sign, digits, point and exponent; nil for anything else.
    static func plain(_ text: some StringProtocol) -> Double? {
        var scanner = NumberScanner(text.utf8[...])
        _ = scanner.take("-") || scanner.take("+")
        var digits = scanner.takeDigits()
        if scanner.take(".") { digits += scanner.takeDigits() }
        guard digits > 0 else { return nil }
        if scanner.take("e") || scanner.take("E") {
            _ = scanner.take("-") || scanner.take("+")
            guard scanner.takeDigits() > 0 else { return nil }
        }
        return scanner.isAtEnd ? Double(text.hasSuffix(".") ? String(text) + "0" : String(text)) : nil
    }
}

/// Takes the pieces of a number off the start of a text.
private struct NumberScanner<Text: Collection<UInt8>> where Text.SubSequence == Text {
    private var rest: Text

    init(_ rest: Text) { self.rest = rest }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == character.value else { return false }
        rest.removeFirst()
        return true
    }

    /// Takes all digits, and returns how many there were.
    mutating func takeDigits() -> Int {
        let digits = rest.prefix { (48...57).contains($0) }.count
        rest.removeFirst(digits)
        return digits
    }
}
