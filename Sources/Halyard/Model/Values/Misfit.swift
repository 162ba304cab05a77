// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The reason why a value doesn't fit a type, as text.
enum Misfit {
    /// Returns the reason: `expected a number, found the string "wide"`.
    static func reason(_ value: FlagValue, as type: Any.Type, _ noun: String) -> String {
        "expected \(noun), found \(found(value, as: type))"
    }

    /// Returns the reason why a single value doesn't fit if it isn't only the type: an unknown case, or a fraction.
    static func reason(_ value: FlagValue, as type: Any.Type) -> String? {
        if let noun = nounOfCases(type) { return reason(value, as: type, noun) }
        guard let integer = type as? any ScalarFlagValue.Type, isFraction(value, as: type) else { return nil }
        return reason(value, as: type, integer.noun)
    }

    /// Returns the noun for the cases of an enumeration with raw values, or `nil` for other types: `one of "light", "dark"`.
    static func nounOfCases(_ type: Any.Type) -> String? {
        guard let type = type as? any RawRepresentable.Type else { return nil }
        guard let type = type as? any CaseIterable.Type else { return "a case of \(type)" }
        return "one of \(KnownWords.list(rawValues(of: type)))"
    }

    private static func rawValues<Cases: CaseIterable>(of type: Cases.Type) -> [String] {
        type.allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
    }

    private static func found(_ value: FlagValue, as type: Any.Type) -> String {
        switch value {
        case .null, .bool: "\(value)"
        case .int: "the number \(value)"
        case .double: "the number \(value)\(isFraction(value, as: type) ? ", which has a fraction" : "")"
        case .string(let text):
            text.count <= longestText
                ? "the string \(value)"
                : "a string that begins with \(FlagValue.string(String(text.prefix(longestText))))"
        case .array, .object: value.noun
        }
    }

    private static let longestText = 100

    /// Returns true for a number with a fraction if the type is an integer.
    private static func isFraction(_ value: FlagValue, as type: Any.Type) -> Bool {
        guard case .double(let number) = value, type is any FixedWidthInteger.Type else { return false }
        return number.isFinite && number != number.rounded()
    }
}
