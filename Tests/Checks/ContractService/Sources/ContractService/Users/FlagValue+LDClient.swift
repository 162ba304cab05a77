// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLDClient

extension FlagValue {
    /// The value in the form that apps pass to `LDClient`.
    var anything: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .int(let value): Int(value)
        case .double(let value): value
        case .string(let value): value
        case .array(let elements): elements.map(\.anything)
        case .object(let members): members.mapValues(\.anything)
        }
    }

    /// The value as a flag value of `LDClient`.
    var launchDarkly: LDFlagValue {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .int(let value): .int(Int(value))
        case .double(let value): .double(value)
        case .string(let value): .string(value)
        case .array(let elements): .array(elements.map(\.launchDarkly))
        case .object(let members): .dictionary(members.mapValues(\.launchDarkly))
        }
    }
}

extension LDFlagValue {
    /// The value in the form that `JSONSerialization` requires.
    var anything: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .int(let value): value
        case .double(let value): value
        case .string(let value): value
        case .array(let elements): elements.map(\.anything)
        case .dictionary(let members): members.mapValues(\.anything)
        }
    }
}
