// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// The type of a flag in a manifest.
package enum FlagType: String, Sendable, Hashable, CaseIterable {
    case boolean
    case string
    case integer
    case float
    case object

    /// Creates the type for a value.
    ///
    /// Fractions and integers that do not fit in 64 bits are floats. Null, arrays, and objects are objects.
    package init(of value: JSONNode) {
        self =
            switch value.content {
            case .bool: .boolean
            case .string: .string
            case .number(let digits): Int64(digits) != nil ? .integer : .float
            case .null, .array, .object: .object
            }
    }

    /// The value type in Swift.
    package var swiftType: String {
        switch self {
        case .boolean: "Bool"
        case .string: "String"
        case .integer: "Int"
        case .float: "Double"
        case .object: "FlagValue"
        }
    }

    /// Returns the type that an unknown word probably means, or `nil` if no type is similar.
    static func meant(by word: String) -> FlagType? {
        let others: [String: FlagType] = [
            "bool": .boolean, "text": .string, "str": .string, "int": .integer, "number": .float, "double": .float,
            "json": .object, "array": .object,
        ]
        return others[word.lowercased()]
            ?? NearestName.of(word, among: allCases.map(\.rawValue)).flatMap(FlagType.init(rawValue:))
    }
}
