// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// There is no nil literal: in `attributes[name] = nil` it would store a null where a removal is expected.

extension FlagValue: ExpressibleByBooleanLiteral {
    /// Makes `.bool`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension FlagValue: ExpressibleByIntegerLiteral {
    /// Makes `.int`.
    public init(integerLiteral value: Int64) { self = .int(value) }
}

extension FlagValue: ExpressibleByFloatLiteral {
    /// Makes `.double`.
    public init(floatLiteral value: Double) { self = .double(value) }
}

extension FlagValue: ExpressibleByStringLiteral {
    /// Makes `.string`.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension FlagValue: ExpressibleByArrayLiteral {
    /// Makes `.array`.
    public init(arrayLiteral elements: FlagValue...) { self = .array(elements) }
}

extension FlagValue: ExpressibleByDictionaryLiteral {
    /// Makes `.object`; of two members with one name, the later one wins.
    public init(dictionaryLiteral elements: (String, FlagValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { _, later in later }))
    }
}
