// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import Testing
import TestSupport

@testable import Halyard

@Suite("Damaged records")
struct DamagedRecordTests {
    private let context = EvaluationContext.user("a", ["plan": "gold"])

    private func isDamaged(_ bytes: [UInt8]) -> Bool {
        do throws(FlagSetRecord.Fault) {
            _ = try FlagSetRecord(bytes).stored(for: context)
            return false
        } catch {
            if case .damaged = error { return true }
            return false
        }
    }

    @Test("Reports a record truncated at any byte as damaged")
    func truncated() throws {
        let bytes = try FrozenRecordTests.bytes("v3-everything")
        let survivors = bytes.indices.filter { !isDamaged(Array(bytes[..<$0])) }
        #expect(survivors == [])
        #expect(!isDamaged(bytes))
    }

    @Test("Reports a record with any changed byte as damaged")
    func flipped() throws {
        let bytes = try FrozenRecordTests.bytes("v3-everything")
        let firstLine = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
        var survivors: [String] = []
        for index in bytes.indices {
            // Changes all bits of the first line and of a sample of the rest, and one bit of every other byte.
            for bit in index <= firstLine || index % 50 == 0 ? 0..<8 : index % 8..<index % 8 + 1 {
                var changed = bytes
                changed[index] ^= 1 << UInt8(bit)
                if !isDamaged(changed) { survivors.append("byte \(index), bit \(bit)") }
            }
        }
        #expect(survivors == [])
    }

    @Test("Rejects a record whose version was changed")
    func version() throws {
        let text = String(decoding: try FrozenRecordTests.bytes("v3-everything"), as: UTF8.self)
        let body = Array(text.split(separator: "\n", maxSplits: 1)[1].utf8)
        #expect(!isDamaged(FrozenRecordTests.record(version: 3, body)))
        for other in [0, 1, 2, 4, 12] { #expect(isDamaged(FrozenRecordTests.record(version: other, body))) }
        // Another version might use another checksum.
        let later = Array("halyard-snapshot 4 blake3=77 bytes=\(body.count)\n".utf8)
        #expect(throws: FlagSetRecord.Fault.unknownVersion("4")) { try FlagSetRecord(later + body) }
        let earlier = Array("halyard-snapshot 1 blake3=77 bytes=\(body.count)\n".utf8)
        #expect(throws: FlagSetRecord.Fault.damaged("the version is wrong")) { try FlagSetRecord(earlier + body) }
    }

    @Test(
        "Reports invalid snapshots as damaged despite a correct checksum",
        arguments: [
            "", "{", "[]", "{}", "{\"savedAt\":1}", #"{"snapshot":{}}"#, #"{"snapshot":{"confirmedAt":1,"flags":[]}}"#,
            #"{"snapshot":{"confirmedAt":1,"flags":{"a":{}}}}"#, #"{"snapshot":{"confirmedAt":1,"flags":{"a":1}}}"#,
            #"{"snapshot":{"confirmedAt":1,"flags":{},"parts":{"p":{}}}}"#,
            #"{"snapshot":{"confirmedAt":"1","flags":{}}}"#,
        ])
    func members(document: String) {
        let identity = "\"identity\":\"\(context.identityDigest)\",\"savedAt\":1"
        let whole = document.hasPrefix(#"{""#) ? "{\(identity),\(document.dropFirst())" : document
        let record = FrozenRecordTests.record(version: 3, Array(whole.utf8))
        #expect(isDamaged(record))
        // A document with all required properties is a valid record.
        let complete = "{\(identity),\"snapshot\":{\"confirmedAt\":1,\"flags\":{\"a\":{\"value\":1}}}}"
        #expect(!isDamaged(FrozenRecordTests.record(version: 3, Array(complete.utf8))))
    }

    struct Damage: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var message: String
        var isKept = false
        var make: @Sendable ([UInt8]) -> [UInt8]

        init(
            _ name: String, _ message: String, isKept: Bool = false, _ make: @escaping @Sendable ([UInt8]) -> [UInt8]
        ) {
            (testDescription, self.message, self.isKept, self.make) = (name, message, isKept, make)
        }
    }

    private static let removed = "They were removed."
    static let damages = [
        Damage("empty", "storedDamaged: The stored flags are damaged: the first line is missing. \(removed)") { _ in []
        },
        Damage("zeros", "storedDamaged: The stored flags are damaged: the first line is missing. \(removed)") {
            [UInt8](repeating: 0, count: $0.count)
        },
        Damage(
            "another file",
            "storedDamaged: The stored flags are damaged: the first line doesn't begin with 'halyard-snapshot'. \(removed)"
        ) { _ in Array("#!/bin/sh\nexit 0\n".utf8) },
        Damage("cut off", "storedDamaged: The stored flags are damaged: the length is wrong. \(removed)") {
            $0.dropLast(1)
        },
        Damage("garbage behind", "storedDamaged: The stored flags are damaged: the length is wrong. \(removed)") {
            $0 + Array("\n".utf8)
        },
        Damage("one bit", "storedDamaged: The stored flags are damaged: the checksum is wrong. \(removed)") {
            $0.dropLast(1) + [$0[$0.count - 1] ^ 1]
        },
        Damage("version changed", "storedDamaged: The stored flags are damaged: the version is wrong. \(removed)") {
            Array("halyard-snapshot 4".utf8) + $0.dropFirst("halyard-snapshot 3".utf8.count)
        },
        Damage("no version", "storedDamaged: The stored flags are damaged: the version is wrong. \(removed)") { _ in
            Array("halyard-snapshot one\n{}".utf8)
        },
        Damage(
            "a later version",
            "storedVersion: The stored flags use format 12, which this version of Halyard doesn't support.",
            isKept: true
        ) { _ in Array("halyard-snapshot 12 blake3=77\n\u{1}\u{2}".utf8) },
        Damage("another context's", "storedForeign: The stored flags belong to another context. \(removed)") { _ in
            FlagSetRecord.bytes(
                of: StoredFlags(
                    FlagSet(["limit": 6], from: "scripted", for: .user("b")),
                    savedAt: Instant(millisecondsSinceEpoch: 1_767_225_600_000)))
        },
    ]

    @Test("Reports and removes damaged records, but keeps later versions", arguments: damages)
    func healing(damage: Damage) async throws {
        let (time, files) = (ManualTime(), InMemoryFileSystem())
        let store = FileFlagStore(folder: "/flags", files: files, time: time)
        let key = StoreKey(
            StoreKey.Scope(provider: "scripted", environment: ""), .user("a"),
            slot: EvaluationContext.user("a").identityDigest)
        let good = FlagSetRecord.bytes(
            of: StoredFlags(FlagSet(["limit": 5], from: "scripted", for: .user("a")), savedAt: time.now))
        try await store.save(damage.make(good), as: key)
        let provider = ScriptedProvider()
        let client = FlagClient(
            provider: try PersistedProvider(
                provider, policy: VariantLookupPolicy.persistenceUntilNetworkSuccess(), store: store, time: time),
            context: .user("a"), options: .manual(time))
        async let result = client.start()
        let run = await provider.nextRun()
        #expect(run.request.resume == nil)
        #expect(client[.limit] == 10)
        let diagnostics = client.diagnostics.recent
        #expect(diagnostics.map { "\($0.code.rawValue): \($0.message)" } == [damage.message])
        #expect(diagnostics.first?.location?.file == store.path(of: key))
        #expect((try await store.load(key) != nil) == damage.isKept)
        run.answer(["limit": 7])
        #expect(await result == .ready)
        await client.shutdown()
        let healed = try FlagSetRecord(try #require(try await store.load(key)))
        #expect(try healed.stored(for: .user("a")).flagSet.table["limit"]?.value == 7)
    }
}
