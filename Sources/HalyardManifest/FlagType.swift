// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// The type of a flag, as manifests write it.
package enum FlagType: String, Sendable, Hashable, CaseIterable {
    case boolean
    case string
    case integer
    case float
    case object

    /// The type that a flag with this value may have: fractions and what 64 bits cannot hold are floats, all else that is no scalar an object.
    package init(of value: JSONNode) {
        self =
            switch value.content {
            case .bool: .boolean
            case .string: .string
            case .number(let digits): Int64(digits) != nil ? .integer : .float
            case .null, .array, .object: .object
            }
    }

    /// The type of values in Swift.
    package var swiftType: String {
        switch self {
        case .boolean: "Bool"
        case .string: "String"
        case .integer: "Int"
        case .float: "Double"
        case .object: "FlagValue"
        }
    }

    /// The type that people may mean by a word that is none.
    static func meant(by word: String) -> FlagType? {
        let others: [String: FlagType] = [
            "bool": .boolean, "text": .string, "str": .string, "int": .integer, "number": .float, "double": .float,
            "json": .object, "array": .object,
        ]
        return others[word.lowercased()]
            ?? NearestName.of(word, among: allCases.map(\.rawValue)).flatMap(FlagType.init(rawValue:))
    }
}
