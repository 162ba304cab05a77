// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// The payload of a variant, which consists of a string and its type.
public struct Payload: Codable, Equatable, Hashable, Sendable {
    /// The type of the string, such as `string`, `json`, `csv`, or `number`.
    ///
    /// The service can also send newer types.
    public var type: String
    /// The string.
    public var value: String

    /// Creates a payload.
    public init(type: String, value: String) {
        self.type = type
        self.value = value
    }

    /// The string as an integer, or `nil` if it isn't an integer.
    public var intValue: Int? { Int(value) }

    /// The string as a number, or `nil` if it isn't a number.
    public var doubleValue: Double? { Double(value) }

    /// The string as a Boolean, or `nil` if it isn't `true` or `false`.
    public var boolValue: Bool? { Bool(value) }

    /// The string as JSON, or `nil` if it isn't JSON.
    ///
    /// The string is parsed each time.
    public var jsonValue: FlagValue? { try? JSONReader().read(value) }
}

extension Payload {
    init?(_ json: FlagValue?) {
        guard case .string(let value)? = json?["value"] else { return nil }
        let type: String = if case .string(let type)? = json?["type"] { type } else { "string" }
        self.init(type: type, value: value)
    }

    var json: FlagValue { ["type": .string(type), "value": .string(value)] }
}
