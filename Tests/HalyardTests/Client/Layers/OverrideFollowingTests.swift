// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@testable import Halyard
import HalyardSupport
import Testing
import TestSupport

@Suite("Override file updates")
struct OverrideFollowingTests {
    private let time = ManualTime()
    private let files = InMemoryFileSystem()

    private func write(_ flags: String) { files.write("{\"flags\": \(flags)}", to: "o.json") }

    private var followed: OverrideOptions {
        var options = OverrideOptions(file: "o.json", refresh: .seconds(2), allowedInRelease: true)
        options.host.files = files
        return options
    }

    private func followingClient() async -> FlagClient {
        let client = await FlagClient.serving(InMemoryFlagProvider(["limit": 1]), at: time) { $0.overrides = followed }
        await time.untilSleeping(1)
        return client
    }

    /// Lets the client check the file, and returns when the client waits for its next check.
    private func look() async {
        time.advance(by: .seconds(2))
        await time.untilSleeping(1)
    }

    @Test("Reports an unreadable version once, and keeps the last valid one")
    func broken() async {
        write(#"{"limit": 7}"#)
        let client = await followingClient()
        let sequence = client.state.sequence
        await look()
        #expect(client.state.sequence == sequence, "nothing has changed")
        files.write("{", to: "o.json")
        await look()
        await look()
        #expect(client.int("limit", default: 0) == 7)
        #expect(client.diagnostics.recent.map(\.code) == ["jsonUnexpectedEnd"])
        files.remove("o.json")
        await look()
        await look()
        #expect(client.int("limit", default: 0) == 7)
        #expect(client.diagnostics.recent.map(\.code) == ["jsonUnexpectedEnd", "fileUnreadable"])
        write(#"{"limit": 8}"#)
        await look()
        #expect(client.int("limit", default: 0) == 8)
        await client.shutdown()
    }

    @Test("Reports a missing file once, and applies it when it appears")
    func appears() async {
        let client = await followingClient()
        await look()
        #expect(client.diagnostics.recent.map(\.code) == ["fileUnreadable"])
        #expect(client.int("limit", default: 0) == 1)
        write(#"{"limit": 7}"#)
        await look()
        #expect(client.int("limit", default: 0) == 7)
        write("{}")
        await look()
        #expect(client.int("limit", default: 0) == 1)
        await client.shutdown()
    }

    @Test("Ignores and stops following the file after overrides are replaced")
    func replaced() async {
        write(#"{"limit": 7}"#)
        let client = await followingClient()
        await client.replaceOverrides(OverrideOptions(allowedInRelease: true))
        client.takeOverrides(OverrideReader(followed), from: .init(number: 0, subject: .overrides) { client })
        #expect(client.int("limit", default: 0) == 1)
        await until { time.sleeperCount == 0 }
        await client.shutdown()
    }

    @Test("Reports an error again only after a valid version")
    func applied() async {
        write(#"{"limit": 7}"#)
        let client = await followingClient()
        files.write("{", to: "o.json")
        await look()
        await client.replaceOverrides(followed)
        await time.untilSleeping(1)
        #expect(client.diagnostics.recent.map(\.code) == ["jsonUnexpectedEnd"])
        #expect(client.int("limit", default: 0) == 7)
        write(#"{"limit": 8}"#)
        await look()
        #expect(client.int("limit", default: 0) == 8)
        files.write("{", to: "o.json")
        await client.replaceOverrides(followed)
        #expect(client.diagnostics.recent.map(\.code) == ["jsonUnexpectedEnd", "jsonUnexpectedEnd"])
        #expect(client.int("limit", default: 0) == 8)
        await client.shutdown()
    }

    @Test("Follows no file without an interval, when off, or after the shutdown")
    func off() async {
        write(#"{"limit": 7}"#)
        var options = followed
        options.refresh = nil
        let hasNoInterval = OverrideReader(options).following(on: time) == nil
        #expect(hasNoInterval)
        options = followed
        options.allowedInRelease = false
        options.isDebugBuild = false
        let isOff = OverrideReader(options).following(on: time) == nil
        #expect(isOff)
        let client = await followingClient()
        await client.shutdown()
        await until { time.sleeperCount == 0 }
    }
}
