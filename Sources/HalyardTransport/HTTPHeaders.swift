// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Header fields: names that are compared without regard to case, each with one value.
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private struct Field: Sendable, Hashable {
        var name: String
        var value: String
    }

    /// By name in lower case.
    private var fields: [String: Field] = [:]

    /// Makes fields of pairs; of several with one name the last stays.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// The value of a field; nil when it is absent, and to take it out.
    public subscript(name: String) -> String? {
        get { fields[name.lowercased()]?.value }
        set { fields[name.lowercased()] = newValue.map { Field(name: name, value: $0) } }
    }

    /// The names as they were written, in ascending order.
    public var names: [String] { fields.values.map(\.name).sorted() }
}
