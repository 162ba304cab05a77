// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@testable import Halyard
import HalyardSupport
import Testing
import TestSupport

@Suite("DocumentFollower")
struct DocumentFollowerTests {
    private let files = InMemoryFileSystem(["f": "1"])

    /// Checks the document, whose value is the content of the file.
    private func look(
        _ follower: inout DocumentFollower, _ diagnostics: [Diagnostic] = [], again: Bool = false
    ) async -> DocumentFollower.Version<String>? {
        await follower.look {
            let text = (try? files.contents(of: "f")).map { String(decoding: $0, as: UTF8.self) }
            return .init(value: text ?? "", diagnostics: diagnostics, isWorthAnotherTry: again)
        }
    }

    @Test("Reads new versions, and rereads failed and missing ones")
    func versions() async {
        var follower = DocumentFollower(file: "f", files: files)
        #expect(await look(&follower)?.value == "1")
        #expect(await look(&follower) == nil)
        files.write("2", to: "f")
        #expect(await look(&follower, again: true)?.value == "2")
        #expect(await look(&follower)?.value == "2")
        #expect(await look(&follower) == nil)
        files.remove("f")
        #expect(await look(&follower)?.value == "")
        #expect(await look(&follower)?.value == "", "The file can come back at any time.")
        files.write("3", to: "f")
        #expect(await look(&follower)?.value == "3")
        #expect(await look(&follower) == nil)
    }

    @Test("Returns diagnostics once, and again after a version without them")
    func diagnostics() async {
        let wrong = Diagnostic("wrong", .error, "It's wrong.")
        var follower = DocumentFollower(file: nil, files: files, reported: [wrong])
        #expect(await look(&follower, [wrong])?.diagnostics == [])
        #expect(await look(&follower, [])?.diagnostics == [])
        #expect(await look(&follower, [wrong])?.diagnostics == [wrong])
        #expect(await look(&follower, [wrong])?.diagnostics == [])
    }
}
