// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
import Halyard
import HalyardLDEngine

/// A type that a flag's default can have.
///
/// `Bool`, `Int`, `Double`, `String`, `NSNull`, ``LDFlagValue``, and arrays and dictionaries (with texts as keys).
public protocol LDFlagValueConvertible {
    /// This value as the value of a flag; what a flag cannot have becomes ``LDFlagValue/null``.
    func toLDFlagValue() -> LDFlagValue
}

extension Bool: LDFlagValueConvertible {
    /// ``LDFlagValue/bool(_:)``.
    public func toLDFlagValue() -> LDFlagValue { .bool(self) }
}

extension Int: LDFlagValueConvertible {
    /// ``LDFlagValue/int(_:)``.
    public func toLDFlagValue() -> LDFlagValue { .int(self) }
}

extension Double: LDFlagValueConvertible {
    /// ``LDFlagValue/double(_:)``.
    public func toLDFlagValue() -> LDFlagValue { .double(self) }
}

extension Float: LDFlagValueConvertible {
    /// ``LDFlagValue/double(_:)``.
    public func toLDFlagValue() -> LDFlagValue { .double(Double(self)) }
}

extension String: LDFlagValueConvertible {
    /// ``LDFlagValue/string(_:)``.
    public func toLDFlagValue() -> LDFlagValue { .string(self) }
}

extension LDFlagValue: LDFlagValueConvertible {
    /// The value itself.
    public func toLDFlagValue() -> LDFlagValue { self }
}

extension NSNull: LDFlagValueConvertible {
    /// ``LDFlagValue/null``.
    public func toLDFlagValue() -> LDFlagValue { .null }
}

extension Array: LDFlagValueConvertible {
    /// ``LDFlagValue/array(_:)``, with null for elements that no flag can have.
    public func toLDFlagValue() -> LDFlagValue { .array(map { LDFlagValue(anything: $0) }) }
}

extension Dictionary: LDFlagValueConvertible {
    /// ``LDFlagValue/dictionary(_:)``, with null for members that no flag can have; keys that are not texts are left
    /// out.
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
