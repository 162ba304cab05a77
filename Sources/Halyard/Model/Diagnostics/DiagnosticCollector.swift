// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Collects diagnostics while a provider decodes a document.
///
/// Decoders of payloads skip and record invalid parts, and read the rest. The collector stores 1,000 diagnostics, and counts
/// further ones.
public struct DiagnosticCollector: Sendable {
    private static let limit = 1000

    private var list: [Diagnostic] = []
    private var leftOut = 0

    /// The recorded diagnostics.
    ///
    /// If there were too many, the last one contains the number of missing diagnostics.
    public var diagnostics: [Diagnostic] {
        if leftOut == 0 { return list }
        return list + [Diagnostic("invalidFlag", .warning, "The document has \(leftOut) more problems.")]
    }

    /// Creates a collector without diagnostics.
    public init() {}

    package init(_ diagnostics: [Diagnostic]) { list = diagnostics }

    /// Records that a part of a document was skipped.
    ///
    /// - Parameters:
    ///   - subject: The affected flag.
    ///   - path: The path to the location in the document.
    ///   - message: The problem, as a sentence.
    ///   - suggestion: The action to take.
    public mutating func add(_ subject: String?, at path: [String], _ message: String, suggestion: String = "") {
        if list.count == Self.limit {
            leftOut += 1
            return
        }
        list.append(
            Diagnostic(
                "invalidFlag", .warning, subject: subject,
                location: .init(pointer: JSONPointer(steps: path).description), message, suggestion: suggestion))
    }

    /// Adds the diagnostics of another collector.
    package mutating func add(_ other: DiagnosticCollector) {
        let room = Self.limit - list.count
        list += other.list.prefix(room)
        leftOut += max(other.list.count - room, 0) + other.leftOut
    }

    /// Reads an optional property of a type.
    ///
    /// Null counts as missing. A value of another type is recorded.
    public mutating func optional<Value: FlagValueConvertible>(
        _ type: Value.Type, _ name: String, of object: FlagValue, _ subject: String?, at path: [String]
    ) -> Value? {
        guard let member = object[name], !member.isNull else { return nil }
        if let value = Value(flagValue: member) { return value }
        add(
            subject, at: path + [name], "Expected \(Self.noun(of: type)), found \(member.noun). It was ignored.",
            suggestion: "Remove \"\(name)\", or change its value.")
        return nil
    }

    private static func noun<Value: FlagValueConvertible>(of type: Value.Type) -> String {
        if let scalar = type as? any ScalarFlagValue.Type { return scalar.noun }
        return type is [String].Type ? "an array of strings" : "an object"
    }

    /// Reads a required string property of an object.
    ///
    /// If it's missing or has another type, this records the consequence.
    public mutating func required(
        _ name: String, of object: FlagValue, _ subject: String?, at path: [String], orElse consequence: String
    ) -> String? {
        switch object[name] {
        case .string(let text)?: return text
        case nil, .null?: add(subject, at: path, consequence, suggestion: "Add a string \"\(name)\".")
        default: add(subject, at: path + [name], consequence, suggestion: "Set \"\(name)\" to a string.")
        }
        return nil
    }
}
