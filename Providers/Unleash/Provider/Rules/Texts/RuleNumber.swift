// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The number formats of rules and contexts.
enum RuleNumber {
    /// Returns the number in a context's string, or `nil` if it isn't valid.
    ///
    /// Valid strings can contain a sign, digits, `.5`, `7.`, an exponent, and `inf`, `infinity`, and `nan` in any case. Spaces
    /// and `0x10` are examples of invalid strings.
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

    /// Returns the number in a rule's string, or `nil` if it isn't valid.
    ///
    /// Valid strings consist of a sign, digits, a decimal point, and an exponent.
    static func plain(_ text: some StringProtocol) -> Double? {
        var scanner = NumberScanner(text.utf8[...])
        _ = scanner.consume("-") || scanner.consume("+")
        var digits = scanner.takeDigits()
        if scanner.consume(".") { digits += scanner.takeDigits() }
        guard digits > 0 else { return nil }
        if scanner.consume("e") || scanner.consume("E") {
            _ = scanner.consume("-") || scanner.consume("+")
            guard scanner.takeDigits() > 0 else { return nil }
        }
        return scanner.isAtEnd ? Double(text.hasSuffix(".") ? String(text) + "0" : String(text)) : nil
    }
}

/// Reads the parts of a number from the start of a string.
private struct NumberScanner<Text: Collection<UInt8>> where Text.SubSequence == Text {
    private var rest: Text

    init(_ rest: Text) { self.rest = rest }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == character.value else { return false }
        rest.removeFirst()
        return true
    }

    /// Skips all digits, and returns their number.
    mutating func takeDigits() -> Int {
        let digits = rest.prefix { (48...57).contains($0) }.count
        rest.removeFirst(digits)
        return digits
    }
}
