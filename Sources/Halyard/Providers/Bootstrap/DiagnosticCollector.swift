// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Collects what could not be read in a document while a provider's decoder goes through it.
///
/// Decoders of payloads follow one rule: what is wrong is skipped and recorded, and the rest is kept. Keeps a thousand findings and
/// counts the others. A value.
public struct DiagnosticCollector: Sendable {
    private static let limit = 1000

    private var list: [Diagnostic] = []
    private var leftOut = 0

    /// The recorded findings; when there were too many, the last one says how many are missing.
    public var findings: [Diagnostic] {
        if leftOut == 0 { return list }
        return list + [Diagnostic("invalidFlag", .warning, "There are \(leftOut) further findings about the document.")]
    }

    /// Begins without findings.
    public init() {}

    package init(_ findings: [Diagnostic]) { list = findings }

    /// Records that something in a document was skipped.
    ///
    /// - Parameters:
    ///   - subject: The flag it is about.
    ///   - path: The steps to the place in the document.
    ///   - message: What is wrong, as a sentence.
    ///   - suggestion: What to do about it.
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

    /// Records what another list has.
    package mutating func add(_ other: DiagnosticCollector) {
        let room = Self.limit - list.count
        list += other.list.prefix(room)
        leftOut += max(other.list.count - room, 0) + other.leftOut
    }

    /// Reads an optional member of a type; null counts as absent, and another type is recorded.
    public mutating func optional<Value: FlagValueConvertible>(
        _ type: Value.Type, _ name: String, of object: FlagValue, _ subject: String?, at path: [String]
    ) -> Value? {
        guard let member = object[name], !member.isNull else { return nil }
        if let value = Value(flagValue: member) { return value }
        add(
            subject, at: path + [name], "Expected a value of type \(type), found \(member.noun); it was left out.",
            suggestion: "Leave \"\(name)\" out, or give it such a value.")
        return nil
    }

    /// Reads a required text of an object; its absence is recorded, with the consequence.
    public mutating func required(
        _ name: String, of object: FlagValue, _ subject: String?, at path: [String], orElse consequence: String
    ) -> String? {
        switch object[name] {
        case .string(let text)?: return text
        case nil, .null?: add(subject, at: path, consequence, suggestion: "Add \"\(name)\": \"…\", a string.")
        default: add(subject, at: path + [name], consequence, suggestion: "Write \"\(name)\" as a string.")
        }
        return nil
    }
}
