// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The kinds of values that a menu edits, each in its own way.
public enum FlagMenuValueKind: String, Sendable, Hashable, CaseIterable {
    /// On or off.
    case boolean
    /// A whole number.
    case integer
    /// A number.
    case number
    /// Any text.
    case string
    /// An array, an object, or null.
    case json

    /// The kind of a value.
    public init(_ value: FlagValue) {
        switch value {
        case .bool: self = .boolean
        case .int: self = .integer
        case .double: self = .number
        case .string: self = .string
        case .array, .object, .null: self = .json
        }
    }

    /// The value that a text stands for.
    ///
    /// - Throws: An error that says what was expected, for the person who wrote the text.
    public func value(of text: String) throws(FlagMenuError) -> FlagValue {
        switch self {
        case .string: return .string(text)
        case .boolean:
            if case .bool(let value)? = try? JSONReader().read(text.lowercased()) { return .bool(value) }
            throw FlagMenuError("Expected true or false, found \"\(text)\".")
        case .integer:
            if case .int(let value)? = try? JSONReader().read(text) { return .int(value) }
            throw FlagMenuError("Expected a whole number, found \"\(text)\".")
        case .number:
            switch try? JSONReader().read(text) {
            case .double(let value)?: return .double(value)
            case .int(let value)?: return .double(Double(value))
            default: throw FlagMenuError("Expected a number, found \"\(text)\".")
            }
        case .json:
            do throws(JSONError) {
                return try JSONReader().read(text)
            } catch {
                throw FlagMenuError("Expected JSON; line \(error.line), column \(error.column): \(error.message)")
            }
        }
    }
}

/// Why a menu did not take a text.
public struct FlagMenuError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was expected, and what was found, as a sentence.
    public let description: String

    init(_ description: String) { self.description = description }
}
