// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// What a variant carries: a text, and what the text is.
public struct Payload: Codable, Equatable, Hashable, Sendable {
    /// What the text is: `string`, `json`, `csv`, `number`, or something newer.
    public var type: String
    /// The text.
    public var value: String

    /// Makes a payload.
    public init(type: String, value: String) {
        self.type = type
        self.value = value
    }

    /// The text as a whole number; nil when it is none.
    public var intValue: Int? { Int(value) }

    /// The text as a number; nil when it is none.
    public var doubleValue: Double? { Double(value) }

    /// The text as a truth value, `true` or `false`; nil when it is neither.
    public var boolValue: Bool? { Bool(value) }

    /// The text as JSON, read at each call; nil when it is none.
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
