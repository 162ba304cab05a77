// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
public import Halyard

extension Decimal: FlagValueConvertible, ScalarFlagValue {
    package static var noun: String { "a decimal number (a string or a number)" }

    private static let invariant = Locale(identifier: "en_US_POSIX")
    private static let characters = Set("0123456789+-.eE".utf8)

    /// Creates a decimal number from a string or a number, or returns `nil` for other values.
    ///
    /// A string such as `19.99` keeps all digits. For a number, the shortest digits that represent it count.
    public init?(flagValue: FlagValue) {
        switch flagValue {
        case .string(let text):
            // Foundation's initializer ignores invalid characters at the end.
            guard text.utf8.allSatisfy(Self.characters.contains), Double(text) != nil,
                let decimal = Decimal(string: text, locale: Self.invariant), !decimal.isNaN
            else { return nil }
            self = decimal
        case .int(let whole): self.init(whole)
        case .double(let number):
            guard number.isFinite, let decimal = Decimal(string: "\(number)", locale: Self.invariant), !decimal.isNaN
            else { return nil }
            self = decimal
        default: return nil
        }
    }

    /// The digits as a string.
    public var flagValue: FlagValue { .string("\(self)") }
}
