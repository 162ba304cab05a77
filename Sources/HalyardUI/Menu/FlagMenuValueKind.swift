// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The kind of a value, which determines its editor in the flag menu.
public enum FlagMenuValueKind: String, Sendable, Hashable, CaseIterable {
    /// A Boolean value.
    case boolean
    /// An integer.
    case integer
    /// A number.
    case number
    /// A string.
    case string
    /// An array, an object, or null.
    case json

    /// Creates the kind of a value.
    public init(_ value: FlagValue) {
        switch value {
        case .bool: self = .boolean
        case .int: self = .integer
        case .double: self = .number
        case .string: self = .string
        case .array, .object, .null: self = .json
        }
    }

    /// Returns the value for a text.
    ///
    /// - Throws: An error that describes the expected value, for the person who entered the text.
    public func value(of text: String) throws(FlagMenuError) -> FlagValue {
        switch self {
        case .string: return .string(text)
        case .boolean:
            if case .bool(let value)? = try? JSONReader().read(text.lowercased()) { return .bool(value) }
            throw FlagMenuError("Expected true or false, found \"\(text)\".")
        case .integer:
            if case .int(let value)? = try? JSONReader().read(text) { return .int(value) }
            throw FlagMenuError("Expected an integer, found \"\(text)\".")
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
                throw FlagMenuError("Invalid JSON in line \(error.line), column \(error.column). \(error.message)")
            }
        }
    }
}

/// An error for a text that the flag menu can't use.
public struct FlagMenuError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A sentence with the expected value and the text.
    public let description: String

    init(_ description: String) { self.description = description }
}
