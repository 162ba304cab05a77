// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A type that the decoder reads in one step, from a whole value.
package protocol ScalarFlagValue {
    /// The noun for the type's values in errors: `an integer (Int)`.
    static var noun: String { get }
}

extension ScalarFlagValue where Self: FixedWidthInteger {
    package static var noun: String { "an integer (\(Self.self))" }
}

extension ScalarFlagValue where Self: BinaryFloatingPoint {
    package static var noun: String { "a number" }
}

extension Bool: ScalarFlagValue {
    package static var noun: String { "a Boolean" }
}

extension String: ScalarFlagValue {
    package static var noun: String { "a string" }
}

extension FlagValue: ScalarFlagValue {
    package static var noun: String { "a value" }
}

extension Double: ScalarFlagValue {}
extension Float: ScalarFlagValue {}
extension Int: ScalarFlagValue {}
extension Int8: ScalarFlagValue {}
extension Int16: ScalarFlagValue {}
extension Int32: ScalarFlagValue {}
extension Int64: ScalarFlagValue {}
extension UInt: ScalarFlagValue {}
extension UInt8: ScalarFlagValue {}
extension UInt16: ScalarFlagValue {}
extension UInt32: ScalarFlagValue {}
extension UInt64: ScalarFlagValue {}
