// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A version in the format of Semantic Versioning 2.0.0.
///
/// Comparisons ignore build metadata.
package struct SemanticVersion: Sendable, Hashable, Comparable {
    private enum Identifier: Sendable, Hashable {
        /// A number of any length, without leading zeros.
        case number(String)
        case text(String)
    }

    /// The major, minor, and patch numbers, without leading zeros.
    private let numbers: [String]
    private let prerelease: [Identifier]

    /// Creates a version from a string, or returns `nil` if it isn't valid, such as `v1.2.3` or `1.2`.
    ///
    /// - Parameters:
    ///   - text: The string.
    ///   - isLenient: A Boolean value that indicates whether the minor and patch numbers can be missing, which means zero, and
    ///     whether numbers can have more than 64 bits.
    package init?(_ text: String, isLenient: Bool = false) {
        var rest = Substring(text)
        if let plus = rest.firstIndex(of: "+") {
            guard Self.identifiers(rest[rest.index(after: plus)...], allowsZeros: true) != nil else { return nil }
            rest = rest[..<plus]
        }
        if let dash = rest.firstIndex(of: "-") {
            guard let found = Self.identifiers(rest[rest.index(after: dash)...], allowsZeros: false) else { return nil }
            prerelease = found
            rest = rest[..<dash]
        } else {
            prerelease = []
        }
        let parts = rest.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 || isLenient && parts.count < 3, parts.allSatisfy(Self.isNumber),
            isLenient || parts.allSatisfy({ UInt64($0) != nil })
        else { return nil }
        numbers = parts.map { String($0) } + repeatElement("0", count: 3 - parts.count)
    }

    private static func isNumber(_ text: Substring) -> Bool {
        let digits = text.utf8
        return !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            && (digits.count == 1 || digits.first != UInt8(ascii: "0"))
    }

    private static func identifiers(_ text: Substring, allowsZeros: Bool) -> [Identifier]? {
        var identifiers: [Identifier] = []
        for part in text.split(separator: ".", omittingEmptySubsequences: false) {
            let isPlain = part.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || $0 == "-" || isDigit($0))
            }
            guard !part.isEmpty, isPlain else { return nil }
            if !part.unicodeScalars.allSatisfy(isDigit) {
                identifiers.append(.text(String(part)))
            } else if isNumber(part) || allowsZeros {
                identifiers.append(.number(String(part)))
            } else {
                return nil
            }
        }
        return identifiers
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    package static func < (left: SemanticVersion, right: SemanticVersion) -> Bool {
        if left.numbers != right.numbers {
            return left.numbers.lexicographicallyPrecedes(right.numbers, by: isLess)
        }
        // A release is newer than its prereleases.
        if left.prerelease.isEmpty || right.prerelease.isEmpty {
            return !left.prerelease.isEmpty && right.prerelease.isEmpty
        }
        for (one, other) in zip(left.prerelease, right.prerelease) where one != other { return precedes(one, other) }
        return left.prerelease.count < right.prerelease.count
    }

    /// Returns whether a number without leading zeros is less than a second number.
    private static func isLess(_ number: String, _ other: String) -> Bool {
        number.utf8.count == other.utf8.count ? number < other : number.utf8.count < other.utf8.count
    }

    private static func precedes(_ one: Identifier, _ other: Identifier) -> Bool {
        switch (one, other) {
        case (.number(let first), .number(let second)): isLess(first, second)
        case (.number, .text): true
        case (.text, .number): false
        case (.text(let first), .text(let second)): first.utf8.lexicographicallyPrecedes(second.utf8)
        }
    }
}
