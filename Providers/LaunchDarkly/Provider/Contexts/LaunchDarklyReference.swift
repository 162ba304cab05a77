// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A reference to an attribute of a context, or to a value inside an attribute.
///
/// A string that doesn't begin with a slash is an attribute's name. A string that does is a path: `/address/street` is the
/// property `street` of the attribute `address`. Inside a path, `~1` means a slash and `~0` means a tilde. You can't
/// reference elements of lists.
///
/// Two references are equal if they have the same target, even if they are written differently, such as `/plan` and `plan`.
/// An invalid reference (``getError()``) keeps its string and has no target. A reference is an immutable value.
public struct LaunchDarklyReference: Sendable {
    private let text: String
    /// The attribute's name and the names of the properties below it, or an empty array if the reference is invalid.
    public let path: [String]
    private let defect: Defect?

    /// The reason why a reference is invalid.
    public enum Defect: String, Error, Codable, Sendable, Hashable, CaseIterable, CustomStringConvertible {
        /// The reference is empty, or only a slash.
        case empty
        /// The reference contains two slashes in a row, or ends with a slash.
        case doubleSlash
        /// A tilde isn't followed by 0 or 1.
        case invalidEscapeSequence

        /// The name of the reason.
        public var description: String { rawValue }

        fileprivate var sentence: String {
            switch self {
            case .empty: "It contains no attribute name."
            case .doubleSlash: "It contains two slashes in a row, or ends with a slash."
            case .invalidEscapeSequence: "\"~\" must be followed by 0 or 1."
            }
        }
    }

    /// Creates a reference from a name or a path.
    public init(_ text: String) {
        self.text = text
        do throws(Defect) {
            (path, defect) = (try Self.path(of: text), nil)
        } catch {
            (path, defect) = ([], error)
        }
    }

    /// Creates a reference from a literal name with any characters.
    ///
    /// If the name looks like a path, its slashes and tildes are escaped in the reference's string.
    public init(literal name: String) {
        text = name.hasPrefix("/") ? "/" + Self.escaped(name) : name
        path = name.isEmpty ? [] : [name]
        defect = name.isEmpty ? .empty : nil
    }

    /// Returns the reference as it is written.
    public func raw() -> String { text }

    /// Returns a Boolean value that indicates whether the reference is valid.
    public func isValid() -> Bool { defect == nil }

    /// Returns the reason why the reference is invalid, or `nil` if it is valid.
    public func getError() -> Defect? { defect }

    /// The reason and the reference as an error, or `nil` if the reference is valid.
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
    /// Returns a Boolean value that indicates whether both references have the same target.
    public static func == (left: LaunchDarklyReference, right: LaunchDarklyReference) -> Bool {
        left.path == right.path && (left.isValid() || left.text == right.text)
    }

    /// Hashes the target.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        if !isValid() { hasher.combine(text) }
    }
}

extension LaunchDarklyReference: CustomStringConvertible, ExpressibleByStringLiteral {
    /// The reference as it is written.
    public var description: String { text }

    /// Creates a reference from a name or a path.
    public init(stringLiteral text: String) { self.init(text) }
}

extension LaunchDarklyReference: Codable {
    /// Creates a reference from an encoded name or path.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the reference as it is written.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
