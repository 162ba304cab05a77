// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A value in a text that has been checked, or that only Halyard writes.
///
/// Keeps the whole text. An immutable value that may cross threads.
package struct JSONPart: Sendable {
    private let bytes: [UInt8]
    private let start: UInt32
    private let end: UInt32

    /// Somewhat deeper than a document may be, because a record wraps what was read before.
    private static let options: JSONReader.Options = {
        var options = JSONReader.Options()
        options.maximumDepth += 16
        return options
    }()

    /// Makes a part from some bytes.
    init(_ bytes: [UInt8], _ start: UInt32, _ end: UInt32) {
        (self.bytes, self.start, self.end) = (bytes, start, end)
    }

    /// A member of an object that is all of some bytes, which have been checked; nil when it has none of that name.
    package static func member(_ name: String, of bytes: [UInt8]) -> FlagValue? {
        guard let start = bytes.firstIndex(of: UInt8(ascii: "{")) else { return nil }
        var member: FlagValue?
        let shape = JSONShape([JSONShape.Member(name, [])])
        _ = JSONPart(bytes, UInt32(start), UInt32(bytes.count)).forEachMember(of: shape) { member = $1 }
        return member
    }

    /// The value; nil where it is incomplete.
    package var value: FlagValue? {
        var scanner = scanner
        guard let value = try? scanner.value(), scanner.offset == end else { return nil }
        return value
    }

    /// Calls `body` with the members of an object that a shape has rules for, in their order; the others are skipped.
    ///
    /// - Parameters:
    ///   - shape: The shape whose names are wanted; what its rules say about values does not matter.
    ///   - body: Receives the number of the rule, and the member.
    /// - Returns: Whether it is an object, all of whose members could be read.
    package func forEachMember(of shape: JSONShape, _ body: (Int, FlagValue) -> Void) -> Bool {
        let slice = bytes[...]
        let text = slice.span
        var skimmer = JSONSkimmer(text)
        var scanner = scanner
        skimmer.offset = scanner.offset
        guard skimmer.take(text, UInt8(ascii: "{")) else { return false }
        skimmer.skipSpace(text)
        if skimmer.take(text, UInt8(ascii: "}")) { return skimmer.offset == end }
        repeat {
            skimmer.skipSpace(text)
            guard let name = try? skimmer.name(text) else { return false }
            scanner.offset = skimmer.offset
            if name.isWord, let rule = shape.rule(text, name.start, name.end) {
                guard let value = try? scanner.value() else { return false }
                body(rule, value)
            } else if (try? skimmer.value(text)) != nil {
                scanner.offset = skimmer.offset
            } else if (try? scanner.value()) == nil {
                // Values nested deeper than a document may be are skipped too.
                return false
            }
            skimmer.offset = scanner.offset
            skimmer.skipSpace(text)
        } while skimmer.take(text, UInt8(ascii: ","))
        return skimmer.take(text, UInt8(ascii: "}")) && skimmer.offset == end
    }

    private var scanner: JSONScanner {
        var scanner = JSONScanner(bytes, options: Self.options)
        scanner.offset = Int(start)
        return scanner
    }
}
