// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// The payload of a variant: a text and its type.
public struct Payload: Codable, Equatable, Hashable, Sendable {
    /// The type of the text: `string`, `json`, `csv`, `number`, or something newer.
    public var type: String
    /// The text.
    public var value: String

    /// Makes a payload.
    public init(type: String, value: String) {
        self.type = type
        self.value = value
    }

    /// The text as an integer; nil when it is none.
    public var intValue: Int? { Int(value) }

    /// The text as a number; nil when it is none.
    public var doubleValue: Double? { Double(value) }

    /// The text as a Boolean, `true` or `false`; nil when it is not one of these.
    public var boolValue: Bool? { Bool(value) }

    /// The text as JSON, parsed at each call; nil when it is not JSON.
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
