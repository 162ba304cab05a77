// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// All flags of one identity as the service sent them, checked as JSON.
///
/// A payload in the service's usual form is only indexed; each of its flags is decoded when it is read.
package struct LaunchDarklyPayload: Sendable, Hashable {
    /// The text, kept so that two payloads can be compared.
    private let bytes: [UInt8]
    let content: Content

    enum Content: Sendable {
        case index(FlagIndex)
        /// The whole document, if something about it is unusual.
        case document(FlagValue)
    }

    /// Checks a text; nil when it is not JSON.
    package init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        if let index = FlagIndex.members(of: bytes, Self.shape) {
            content = .index(index)
        } else if let document = try? JSONReader().read(bytes) {
            content = .document(document)
        } else {
            return nil
        }
    }

    package static func == (left: LaunchDarklyPayload, right: LaunchDarklyPayload) -> Bool {
        left.bytes == right.bytes
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    /// The shape of a flag that is not deleted and leads to no finding.
    private static let shape = JSONShape([
        JSONShape.Member("version", [.int, .null]),
        JSONShape.Member("flagVersion", [.int, .null]),
        JSONShape.Member("variation", [.int, .null]),
        JSONShape.Member("trackEvents", [.bool, .null]),
        JSONShape.Member("trackReason", [.bool, .null]),
        JSONShape.Member("debugEventsUntilDate", [.int, .null]),
        JSONShape.Member("reason", .null, object: JSONShape([])),
        JSONShape.Member("prerequisites", .null, isList: true),
        JSONShape.Member("deleted", [.no, .null]),
    ])

    /// How the flags of an index are made.
    static let form = FlagForm("launchdarkly") { key, text, origin in
        // Never nil: the text was checked when it was indexed.
        LaunchDarklyFlag(key, text)?.flag(origin: origin, from: text)
            ?? Flag(key, .null, reason: .error, origin: origin)
    }

    /// The flags of a text and the problems with them; nil for a text that must be read as a whole.
    static func table(of bytes: [UInt8], origin: Origin) -> (table: FlagTable, findings: [Diagnostic])? {
        guard let index = FlagIndex.members(of: bytes, shape) else { return nil }
        var findings = FindingList()
        var table = FlagTable(LazyFlags(index, form, origin: origin))
        for row in index.unusual.sorted(by: { index.key($0) < index.key($1) }) {
            let key = index.key(row)
            if let flag = LaunchDarklyFlag(key, LaunchDarklyFlag.withoutKey(index.json(row)), at: [key], &findings) {
                table.set(flag.flag(origin: origin))
            }
        }
        return (table, findings.findings)
    }
}
