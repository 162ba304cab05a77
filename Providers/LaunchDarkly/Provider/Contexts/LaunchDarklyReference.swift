// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Names an attribute of a context, or a value inside one.
///
/// A text that does not begin with a slash is an attribute's name. One that does is a path: `/address/street` is the
/// member `street` of the attribute `address`. Inside a path `~1` stands for a slash and `~0` for a tilde. Elements of
/// lists cannot be referenced.
///
/// Two references are equal when they lead to the same place, however they are written: `/plan` and `plan` are. An
/// invalid one (``getError()``) is kept as it is written, and finds nothing. An immutable value.
public struct LaunchDarklyReference: Sendable {
    private let text: String
    /// The attribute's name, and the names of the members below it; empty when the reference is invalid.
    public let path: [String]
    private let defect: Defect?

    /// The reason why a reference is invalid.
    public enum Defect: String, Error, Codable, Sendable, Hashable, CaseIterable, CustomStringConvertible {
        /// It is empty, or nothing but a slash.
        case empty
        /// Two slashes follow each other, or one is the last character.
        case doubleSlash
        /// A tilde is not followed by 0 or 1.
        case invalidEscapeSequence

        /// The name of the reason.
        public var description: String { rawValue }

        fileprivate var sentence: String {
            switch self {
            case .empty: "It is empty."
            case .doubleSlash: "Two slashes follow each other, or one is the last character."
            case .invalidEscapeSequence: "After \"~\" stands neither 0 nor 1."
            }
        }
    }

    /// Reads a name or a path.
    public init(_ text: String) {
        self.text = text
        do throws(Defect) {
            (path, defect) = (try Self.path(of: text), nil)
        } catch {
            (path, defect) = ([], error)
        }
    }

    /// Takes a name literally, whatever characters it contains.
    ///
    /// In its text, slashes and tildes are escaped where the name would otherwise be read as a path.
    public init(literal name: String) {
        text = name.hasPrefix("/") ? "/" + Self.escaped(name) : name
        path = name.isEmpty ? [] : [name]
        defect = name.isEmpty ? .empty : nil
    }

    /// The reference as it is written.
    public func raw() -> String { text }

    /// Returns whether the reference is valid.
    public func isValid() -> Bool { defect == nil }

    /// Returns the reason why the reference is invalid, or `nil` if it is valid.
    public func getError() -> Defect? { defect }

    /// The reason as a sentence with the reference; nil when it is valid.
    public var problem: LaunchDarklyContextError? { defect.map { .invalidReference(text, $0.sentence) } }

    private static func path(of text: String) throws(Defect) -> [String] {
        guard text.hasPrefix("/") else {
            if text.isEmpty { throw .empty }
            return [text]
        }
        if text == "/" { throw .empty }
        var path: [String] = []
        for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            if part.isEmpty {
                throw .doubleSlash
            }
            guard let name = unescaped(part) else {
                throw .invalidEscapeSequence
            }
            path.append(name)
        }
        return path
    }

    private static func unescaped(_ part: Substring) -> String? {
        var (name, rest) = ("", part.unicodeScalars)
        while let scalar = rest.popFirst() {
            guard scalar == "~" else {
                name.unicodeScalars.append(scalar)
                continue
            }
            switch rest.popFirst() {
            case "0": name.append("~")
            case "1": name.append("/")
            default: return nil
            }
        }
        return name
    }

    private static func escaped(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension LaunchDarklyReference: Hashable {
    /// Whether both lead to the same place.
    public static func == (left: LaunchDarklyReference, right: LaunchDarklyReference) -> Bool {
        left.path == right.path && (left.isValid() || left.text == right.text)
    }

    /// Hashes the place.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        if !isValid() { hasher.combine(text) }
    }
}

extension LaunchDarklyReference: CustomStringConvertible, ExpressibleByStringLiteral {
    /// The reference as it is written.
    public var description: String { text }

    /// Reads a name or a path.
    public init(stringLiteral text: String) { self.init(text) }
}

extension LaunchDarklyReference: Codable {
    /// Reads a name or a path.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the reference as it is written.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
