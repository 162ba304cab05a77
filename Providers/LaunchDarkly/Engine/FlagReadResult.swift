// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
package import Halyard
import HalyardLaunchDarkly

/// An evaluated flag, with its value and the details of the evaluation.
package struct FlagReadResult<Value> {
    /// The value, or `nil` if there is none or it has another type.
    package var value: Value?
    package var variationIndex: Int?
    /// The reason in LaunchDarkly's format, or null if the app hasn't requested reasons and there is no error.
    package var reason: FlagValue
}

extension ClientHandle {
    /// Evaluates a flag, and counts the read.
    package func read<Value>(
        _ key: LDFlagKey, as type: Value.Type, _ defaultValue: FlagValue, isDetailed: Bool
    ) -> FlagReadResult<Value> {
        guard let environment, let group else { return .failed("CLIENT_NOT_READY") }
        let snapshot = environment.client.snapshot()
        let flagKey = FlagKey(key, default: FittingValue<Value>(defaultValue: defaultValue))
        if !isDetailed { _ = snapshot.value(for: flagKey) }
        let error = isDetailed ? snapshot.details(of: flagKey, options: EvaluationOptions()).error?.code : nil
        guard let flag = snapshot.state.flagSet?.flag(named: key) else { return .failed("FLAG_NOT_FOUND") }
        if error == .typeMismatch { return .failed("WRONG_TYPE") }
        let facts = LaunchDarklyFlag(flag)
        return FlagReadResult(
            value: flag.value.isNull ? nil : flag.value.read(Value.self), variationIndex: facts.variation,
            reason: group.config.common.evaluationReasons || facts.reason["kind"] == "ERROR" ? facts.reason : .null)
    }
}

extension FlagReadResult {
    fileprivate static func failed(_ kind: FlagValue) -> FlagReadResult {
        FlagReadResult(value: nil, variationIndex: nil, reason: ["kind": "ERROR", "errorKind": kind])
    }
}

/// A flag value that fits a type chosen by the app.
///
/// It contains the Halyard value, so that types that aren't sendable don't need to cross threads.
private struct FittingValue<Value>: FlagValueConvertible, TypedReading {
    let flagValue: FlagValue

    static var requestedType: any Any.Type { Value.self }

    /// Creates a value from any default value.
    init(defaultValue: FlagValue) { flagValue = defaultValue }

    init?(flagValue: FlagValue) {
        guard flagValue.read(Value.self) != nil else { return nil }
        self.flagValue = flagValue
    }
}

/// A value that is read as the type that the app requested.
package protocol TypedReading {
    static var requestedType: any Any.Type { get }
}

/// A type with its own rules for the values that fit.
package protocol FlagReadable {
    init?(fitting value: FlagValue)
}

extension FlagValue {
    /// Returns the value as a type of LaunchDarkly's client, or `nil` if it doesn't fit.
    ///
    /// Truncates a fraction that is read as an `Int`. Doesn't convert other values. A collection fits if every element
    /// fits.
    ///
    /// A custom type fits if the value can be decoded as that type. Decoding truncates fractions for integers.
    func read<Value>(_ type: Value.Type) -> Value? {
        if let type = type as? any FlagReadable.Type { return type.init(fitting: self) as? Value }
        if let value = plain as? Value { return value }
        guard !isNull, let type = type as? any Decodable.Type else { return nil }
        return decoded(type) as? Value
    }

    private func decoded<Value: Decodable>(_ type: Value.Type) -> Value? {
        try? FlagValueDecoder.truncating.decode(type, from: self)
    }
}

extension FlagValueDecoder {
    /// Decodes custom types as LaunchDarkly's client does, which truncates a fraction for an integer.
    fileprivate static let truncating = FlagValueDecoder(forms: [
        truncated(Int.self), truncated(Int8.self), truncated(Int16.self), truncated(Int32.self), truncated(Int64.self),
        truncated(UInt.self), truncated(UInt8.self), truncated(UInt16.self), truncated(UInt32.self),
        truncated(UInt64.self),
    ])

    private static func truncated<Number: FixedWidthInteger & Sendable>(_ type: Number.Type) -> ValueForm {
        ValueForm(type, "a number in the range of \(type)") { value in
            switch value {
            case .int(let number): Number(exactly: number)
            case .double(let number): Number(exactly: number.rounded(.towardZero))
            default: nil
            }
        }
    }
}

extension Bool: FlagReadable {
    package init?(fitting value: FlagValue) { self.init(flagValue: value) }
}

extension String: FlagReadable {
    package init?(fitting value: FlagValue) { self.init(flagValue: value) }
}

extension Double: FlagReadable {
    package init?(fitting value: FlagValue) { self.init(flagValue: value) }
}

extension Int: FlagReadable {
    package init?(fitting value: FlagValue) {
        guard let whole = LaunchDarklyInteger(flagValue: value) else { return nil }
        self = whole.value
    }
}

extension Array: FlagReadable {
    package init?(fitting value: FlagValue) {
        guard case .array(let values) = value else { return nil }
        self.init()
        for value in values {
            guard let element = value.element(Element.self) else { return nil }
            append(element)
        }
    }
}

extension Dictionary: FlagReadable {
    package init?(fitting value: FlagValue) {
        guard case .object(let values) = value else { return nil }
        self.init()
        for (name, value) in values {
            guard let key = name as? Key, let member = value.element(Value.self) else { return nil }
            self[key] = member
        }
    }
}

extension FlagValue {
    /// Returns the value as an element of a collection, in which null also counts as an element.
    fileprivate func element<Value>(_ type: Value.Type) -> Value? {
        if isNull, !(type is any FlagReadable.Type) { return NSNull() as? Value }
        return read(type)
    }
}
