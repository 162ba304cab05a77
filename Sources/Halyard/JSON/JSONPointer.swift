// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A path through a JSON document, written as RFC 6901 says: `/providers/unleash/url`.
struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
    var steps: [String]

    func appending(_ step: String) -> JSONPointer { JSONPointer(steps: steps + [step]) }

    func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

    func appending(_ pointer: JSONPointer) -> JSONPointer { JSONPointer(steps: steps + pointer.steps) }

    /// The pointer that a text describes; the inverse of ``description``.
    init(parsing text: String) {
        steps = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { step in
            step.split(separator: "~1", omittingEmptySubsequences: false).map { part in
                part.split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
            }.joined(separator: "/")
        }
    }

    init(steps: [String] = []) {
        self.steps = steps
    }

    var description: String { steps.map { "/" + Self.escaped($0) }.joined() }

    private static func escaped(_ step: String) -> String {
        String(step.flatMap { $0 == "~" ? Array("~0") : $0 == "/" ? Array("~1") : [$0] })
    }
}

/// A position in a text, counted from 1; columns in bytes.
struct TextPosition: Sendable, Hashable {
    var line: Int
    var column: Int

    init(offset: Int, in bytes: [UInt8]) {
        let before = bytes.prefix(offset)
        line = before.count(where: { $0 == UInt8(ascii: "\n") }) + 1
        column = offset - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0) + 1
    }
}
