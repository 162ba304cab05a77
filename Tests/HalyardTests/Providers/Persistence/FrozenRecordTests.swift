// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HalyardSupport
import Testing
import TestSupport

@testable import Halyard

/// Tests of the records in `Fixtures`, which never change, so that every stored record remains readable.
@Suite("Stored records of earlier releases")
struct FrozenRecordTests {
    static func bytes(_ name: String) throws -> [UInt8] {
        let folder = Repository.path("Tests/HalyardTests/Providers/Persistence/Fixtures")
        return Array(try Data(contentsOf: folder.appending(path: "\(name).snapshot")))
    }

    private func stored(_ name: String, for context: EvaluationContext) throws -> StoredFlags {
        try FlagSetRecord(try Self.bytes(name)).stored(for: context)
    }

    /// Creates a record with the right length and checksum for any content.
    static func record(version: Int, _ body: [UInt8]) -> [UInt8] {
        let digits = String(XXHash64.checksum(of: body, 0..<body.count), radix: 16)
        let checksum = String(repeating: "0", count: 16 - digits.count) + digits
        return Array("halyard-snapshot \(version) xxh64=\(checksum) bytes=\(body.count)\n".utf8) + body
    }

    @Test("Reads a record with every part of a snapshot")
    func everything() throws {
        let stored = try stored("v3-everything", for: .user("a", ["plan": "gold"]))
        #expect(stored.savedAt == Instant(millisecondsSinceEpoch: 1_767_225_600_456))
        #expect(stored.isSameContext)
        #expect(
            SnapshotSamples.facts(stored.flagSet) == [
                #"validator W/"abc", notes {"big":1.0,"tombstones":["x"]}, confirmed 1767225600123, absence off"#,
                #": 0 | - | - | - | STATIC | {} | persisted: p | 0 | null"#,
                #"another's: true | - | - | - | STATIC | {} | persisted: q | 0 | null"#,
                #"double: 0.1 | - | - | - | STATIC | {} | persisted: p | 0 | null"#,
                #"double-large: 1e+300 | - | - | - | STATIC | {} | persisted: p | 0 | null"#,
                #"double-tiny: 5e-324 | - | - | - | STATIC | {} | persisted: p | 0 | null"#,
                #"double-whole: 5.0 | - | - | - | STATIC | {} | persisted: p | 0 | null"#,
                #"false: false | - | - | - | STATIC | {} | persisted: p | 0 | null"#,
                #"int: 5 | - | - | - | STATIC | {} | persisted: p | 0 | null"#,
                #"int-max: 9223372036854775807 | - | - | - | STATIC | {} | persisted: p | 0 | null"#,
                #"int-min: -9223372036854775808 | - | - | - | STATIC | {} | persisted: p | 0 | null"#,
                #"key with "quotes" / and ~ and ü: 1 | - | - | - | STATIC | {} | persisted: p | 0 | null"#,
                #"list: [1,1.5,null,[[]]] | - | - | - | STATIC | {} | persisted: p | 0 | null"#,
                #"metadata: true | - | - | - | STATIC | {"a":1,"b":{"c":null}} | persisted: p | 0 | null"#,
                #"nobody's: true | - | - | - | STATIC | {} | persisted | 0 | null"#,
                #"null: null | - | - | - | STATIC | {} | persisted: p | 0 | null"#,
                #"object: {"":false,"a":1,"b":{"c":null}} | - | - | - | STATIC | {} | persisted: p | 0 | null"#,
                #"payload: true | "x" | - | - | STATIC | {} | persisted: p | 0 | null"#,
                #"payload-null: true | null | - | - | STATIC | {} | persisted: p | 0 | null"#,
                #"reason: true | - | - | - | TARGETING_MATCH | {} | persisted: p | 0 | null"#,
                #"reason-own: true | - | - | - | FULL_MOON | {} | persisted: p | 0 | null"#,
                #"reports-each: true | - | - | - | STATIC | {} | persisted: p | 1 | null"#,
                "text: \"héllo \\\"\\n\\u0001\u{1F3F4}\" | - | - | - | STATIC | {} | persisted: p | 0 | null",
                #"text-empty: "" | - | - | - | STATIC | {} | persisted: p | 0 | null"#,
                #"true: true | - | - | - | STATIC | {} | persisted: p | 0 | null"#,
                #"variant: true | - | blue | - | STATIC | {} | persisted: p | 0 | null"#,
                #"vendor: true | - | - | - | STATIC | {} | persisted: p | 0 | {"list":[1,1.0],"trackEvents":true}"#,
                #"version: true | - | - | 9223372036854775807 | STATIC | {} | persisted: p | 0 | null"#,
                #"version-negative: true | - | - | -1 | STATIC | {} | persisted: p | 0 | null"#,
                #"q/ validator "inner", notes {"cursor":7}, confirmed 5, absence off"#,
                #"q/ part: 1 | - | - | - | STATIC | {} | persisted: q | 0 | null"#,
            ])
    }

    @Test("Reads a record without flags for an anonymous context")
    func empty() throws {
        let stored = try stored("v3-empty", for: .anonymous)
        #expect(stored.savedAt == Instant(millisecondsSinceEpoch: 0))
        #expect(SnapshotSamples.facts(stored.flagSet) == ["validator -, notes null, confirmed 0, absence unknown"])
    }

    @Test("Reads the record of a multi-kind context for other attributes")
    func severalKinds() throws {
        let name = "v3-several-kinds"
        let context = EvaluationContext([.init(key: "a"), .init("organization", key: "acme")])
        let stored = try stored(name, for: context)
        #expect(!stored.isSameContext)
        #expect(
            SnapshotSamples.facts(stored.flagSet) == [
                "validator -, notes null, confirmed 1, absence unknown",
                "limit: 5 | - | - | - | STATIC | {} | persisted: p | 0 | null",
            ])
        #expect(throws: FlagSetRecord.Fault.foreign) { try self.stored(name, for: .user("a")) }
    }

    @Test("Writes the same bytes as earlier releases")
    func unchanged() throws {
        let moment = Instant(millisecondsSinceEpoch: 1_767_225_600_456)
        let bytes = FlagSetRecord.bytes(of: StoredFlags(SnapshotSamples.everything, savedAt: moment))
        #expect(
            bytes == (try Self.bytes("v3-everything")), "A new format needs a new version and additional fixtures.")
    }
}
