// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// There is no nil literal, because `attributes[name] = nil` would then store a null instead of removing the attribute.

extension FlagValue: ExpressibleByBooleanLiteral {
    /// Creates a `.bool` value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension FlagValue: ExpressibleByIntegerLiteral {
    /// Creates an `.int` value.
    public init(integerLiteral value: Int64) { self = .int(value) }
}

extension FlagValue: ExpressibleByFloatLiteral {
    /// Creates a `.double` value.
    public init(floatLiteral value: Double) { self = .double(value) }
}

extension FlagValue: ExpressibleByStringLiteral {
    /// Creates a `.string` value.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension FlagValue: ExpressibleByArrayLiteral {
    /// Creates an `.array` value.
    public init(arrayLiteral elements: FlagValue...) { self = .array(elements) }
}

extension FlagValue: ExpressibleByDictionaryLiteral {
    /// Creates an `.object` value.
    ///
    /// If two properties have the same name, the later one wins.
    public init(dictionaryLiteral elements: (String, FlagValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { _, later in later }))
    }
}
