// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly

/// A flag's value that fits a type of an app's choosing, for keys of that type.
///
/// Holds the neutral value, so that types which must not cross threads need not.
struct Reading<Value>: FlagValueConvertible, LaunchDarklyReading {
    let flagValue: FlagValue

    static var valueType: any Any.Type { Value.self }

    /// Takes a default, whatever it is.
    init(fallback: FlagValue) { flagValue = fallback }

    init?(flagValue: FlagValue) {
        guard flagValue.read(Value.self) != nil else { return nil }
        self.flagValue = flagValue
    }
}

/// A type that says itself which values fit.
private protocol Readable {
    init?(fitting value: FlagValue)
}

extension FlagValue {
    /// The value as a type of LaunchDarkly's client; nil when it does not fit.
    ///
    /// A fraction reads as an `Int` without what follows the point; otherwise nothing is converted. Collections fit when
    /// every element does.
    ///
    /// A type of the app's own fits when the value can be decoded as one.
    func read<Value>(_ type: Value.Type) -> Value? {
        if let type = type as? any Readable.Type { return type.init(fitting: self) as? Value }
        if let value = plain as? Value { return value }
        guard !isNull, let type = type as? any Decodable.Type else { return nil }
        return decoded(type) as? Value
    }

    private func decoded<Value: Decodable>(_ type: Value.Type) -> Value? {
        try? FlagValueDecoder().decode(type, from: self)
    }
}

extension Bool: Readable {
    fileprivate init?(fitting value: FlagValue) { self.init(flagValue: value) }
}

extension String: Readable {
    fileprivate init?(fitting value: FlagValue) { self.init(flagValue: value) }
}

extension Double: Readable {
    fileprivate init?(fitting value: FlagValue) { self.init(flagValue: value) }
}

extension Int: Readable {
    fileprivate init?(fitting value: FlagValue) {
        guard let whole = LaunchDarklyInteger(flagValue: value) else { return nil }
        self = whole.value
    }
}

extension LDFlagValue: Readable {
    fileprivate init?(fitting value: FlagValue) { self.init(value) }
}

extension Array: Readable {
    fileprivate init?(fitting value: FlagValue) {
        guard case .array(let values) = value else { return nil }
        self.init()
        for value in values {
            guard let element = value.element(Element.self) else { return nil }
            append(element)
        }
    }
}

extension Dictionary: Readable {
    fileprivate init?(fitting value: FlagValue) {
        guard case .object(let values) = value else { return nil }
        self.init()
        for (name, value) in values {
            guard let key = name as? Key, let member = value.element(Value.self) else { return nil }
            self[key] = member
        }
    }
}

extension FlagValue {
    /// The value as a part of a collection, where null counts as one, too.
    fileprivate func element<Value>(_ type: Value.Type) -> Value? {
        if isNull, !(type is any Readable.Type) { return NSNull() as? Value }
        return read(type)
    }
}
