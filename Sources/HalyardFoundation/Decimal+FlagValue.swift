// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
public import Halyard

extension Decimal: FlagValueConvertible, ScalarFlagValue {
    package static var noun: String { "a decimal number (a text, or a number)" }

    private static let invariant = Locale(identifier: "en_US_POSIX")
    private static let characters = Set("0123456789+-.eE".utf8)

    /// Takes a text such as `19.99`, which keeps all digits, or a number, of which the shortest digits that mean it are read.
    public init?(flagValue: FlagValue) {
        switch flagValue {
        case .string(let text):
            // The initialiser of Foundation reads as far as it can.
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

    /// The digits as a text.
    public var flagValue: FlagValue { .string("\(self)") }
}
