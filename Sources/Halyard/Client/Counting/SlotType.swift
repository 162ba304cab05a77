// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The type of a read that slots serve.
@usableFromInline
enum SlotType {
    case bool
    case int
    case double
    case text

    /// The maximum size of a string in a slot, in bytes.
    ///
    /// Threads keep the values that they read, so large strings of earlier generations would add up.
    private static let longestText = 1024

    /// Creates the type of a read, or returns `nil` if slots don't serve it.
    @inlinable
    init?<Value>(_: Value.Type) {
        if Value.self == Bool.self {
            self = .bool
        } else if Value.self == Int.self {
            self = .int
        } else if Value.self == Double.self {
            self = .double
        } else if Value.self == String.self {
            self = .text
        } else {
            return nil
        }
    }

    /// Returns a Boolean value that indicates whether slots serve a value to reads of this type.
    func includes(_ value: FlagValue) -> Bool {
        switch (self, value) {
        case (.bool, .bool), (.double, .double), (.double, .int): true
        case (.int, .int(let number)): Int(exactly: number) != nil
        case (.text, .string(let text)): text.utf8.count <= Self.longestText
        default: false
        }
    }
}
