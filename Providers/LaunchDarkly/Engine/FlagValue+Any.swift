// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
package import Halyard

extension FlagValue {
    /// Converts a value of any type, or returns `nil` if JSON can't represent it.
    ///
    /// Converts `nil` and `NSNull` to null. Converts an `NSNumber`, as in property lists and Foundation's JSON, to the type
    /// it was created from. However, an `Int8` of 0 or 1 can't be distinguished from a Boolean. JSON can't represent
    /// non-finite numbers, and keys that aren't strings.
    package init?(any value: Any?) {
        guard let value else {
            self = .null
            return
        }
        switch value {
        case let value as FlagValue: self = value
        case let value as any NeutralValue: self = value.neutral
        case is NSNull: self = .null
        // This case comes before Swift's own types, because their casts also accept a number of 0 or 1 as a `Bool`.
        case let number as NSNumber where type(of: value) is NSNumber.Type: self.init(number)
        case let value as Bool: self = .bool(value)
        case let value as any BinaryInteger: self = Int64(exactly: value).map(FlagValue.int) ?? .double(Double(value))
        case let value as any BinaryFloatingPoint:
            let value = Double(value)
            guard value.isFinite else { return nil }
            self = .double(value)
        case let value as String: self = .string(value)
        case let elements as [Any]:
            let values = elements.compactMap { FlagValue(any: $0) }
            guard values.count == elements.count else { return nil }
            self = .array(values)
        case let members as [String: Any]:
            let values = members.compactMapValues { FlagValue(any: $0) }
            guard values.count == members.count else { return nil }
            self = .object(values)
        case let value as any AnyOptional:
            guard let inner = FlagValue(any: value.content) else { return nil }
            self = inner
        default: return nil
        }
    }

    private init?(_ number: NSNumber) {
        switch String(cString: number.objCType) {
        case "c" where (0...1).contains(number.intValue): self = .bool(number.boolValue)
        case "d", "f":
            guard number.doubleValue.isFinite else { return nil }
            self = .double(number.doubleValue)
        case "Q": self = Int64(exactly: number.uint64Value).map(FlagValue.int) ?? .double(number.doubleValue)
        default: self = .int(number.int64Value)
        }
    }

    /// The value with the types of LaunchDarkly's client, or `nil` for null.
    ///
    /// The types are `Bool`, `Int`, `Double`, `String`, and arrays and dictionaries of them. Null inside a collection is
    /// `NSNull`.
    package var plain: Any? {
        switch self {
        case .null: nil
        case .bool(let value): value
        case .int(let value): Int(exactly: value) ?? Double(value)
        case .double(let value): value
        case .string(let value): value
        case .array(let elements): elements.map { $0.plain ?? NSNull() } as [Any]
        case .object(let members): members.mapValues { $0.plain ?? NSNull() } as [String: Any]
        }
    }
}

/// A value type of one of the clients.
package protocol NeutralValue {
    /// The Halyard value.
    var neutral: FlagValue { get }
}

/// An optional of an unknown type.
private protocol AnyOptional {
    var content: Any? { get }
}

extension Optional: AnyOptional {
    fileprivate var content: Any? { self }
}
