// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
import Halyard
import HalyardLDEngine

/// A type that can be used for a flag's default value.
///
/// Supported types are `Bool`, `Int`, `Float`, `Double`, `String`, `NSNull`, ``LDFlagValue``, arrays, and dictionaries with
/// string keys.
public protocol LDFlagValueConvertible {
    /// Returns this value as a flag value, or ``LDFlagValue/null`` if a flag can't have this value.
    func toLDFlagValue() -> LDFlagValue
}

extension Bool: LDFlagValueConvertible {
    /// Returns ``LDFlagValue/bool(_:)``.
    public func toLDFlagValue() -> LDFlagValue { .bool(self) }
}

extension Int: LDFlagValueConvertible {
    /// Returns ``LDFlagValue/int(_:)``.
    public func toLDFlagValue() -> LDFlagValue { .int(self) }
}

extension Double: LDFlagValueConvertible {
    /// Returns ``LDFlagValue/double(_:)``.
    public func toLDFlagValue() -> LDFlagValue { .double(self) }
}

extension Float: LDFlagValueConvertible {
    /// Returns ``LDFlagValue/double(_:)``.
    public func toLDFlagValue() -> LDFlagValue { .double(Double(self)) }
}

extension String: LDFlagValueConvertible {
    /// Returns ``LDFlagValue/string(_:)``.
    public func toLDFlagValue() -> LDFlagValue { .string(self) }
}

extension LDFlagValue: LDFlagValueConvertible {
    /// Returns the value itself.
    public func toLDFlagValue() -> LDFlagValue { self }
}

extension NSNull: LDFlagValueConvertible {
    /// Returns ``LDFlagValue/null``.
    public func toLDFlagValue() -> LDFlagValue { .null }
}

extension Array: LDFlagValueConvertible {
    /// Returns ``LDFlagValue/array(_:)``, with null for each element that no flag can have.
    public func toLDFlagValue() -> LDFlagValue { .array(map { LDFlagValue(anything: $0) }) }
}

extension Dictionary: LDFlagValueConvertible {
    /// Returns ``LDFlagValue/dictionary(_:)``, with null for each value that no flag can have.
    ///
    /// The result omits keys that aren't strings.
    public func toLDFlagValue() -> LDFlagValue {
        var members: [LDFlagKey: LDFlagValue] = [:]
        for (key, value) in self {
            if let key = key as? LDFlagKey { members[key] = LDFlagValue(anything: value) }
        }
        return .dictionary(members)
    }
}

extension LDFlagValue {
    fileprivate init(anything value: Any) {
        if let value = value as? any LDFlagValueConvertible {
            self = value.toLDFlagValue()
        } else {
            self = LDFlagValue(.init(any: value) ?? .null)
        }
    }
}
