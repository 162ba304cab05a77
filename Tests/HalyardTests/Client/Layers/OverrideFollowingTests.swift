// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@testable import Halyard
import HalyardSupport
import Testing
import TestSupport

@Suite("A file of overrides that is followed")
struct OverrideFollowingTests {
    private let time = ManualTime()
    private let files = MemoryFiles()

    private func write(_ flags: String) { files.write("{\"flags\": \(flags)}", to: "o.json") }

    private var followed: OverrideOptions {
        var options = OverrideOptions(file: "o.json", refresh: .seconds(2), allowedInRelease: true)
        options.host.files = files
        return options
    }

    private func followingClient() async -> FlagClient {
        let client = await FlagClient.serving(InMemoryProvider(["limit": 1]), at: time) { $0.overrides = followed }
        await time.untilSleeping(1)
        return client
    }

    /// Lets the client look again, and returns when it waits for its next look.
    private func look() async {
        time.advance(by: .seconds(2))
        await time.untilSleeping(1)
    }

    @Test("a version that can't be read is reported once, and the last good one stays until the file is good again")
    func broken() async {
        write(#"{"limit": 7}"#)
        let client = await followingClient()
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

    @Test("a file that is missing when the client is created is reported once, and applies when it's there")
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

    @Test(
        "a version that arrives after the overrides were replaced has no effect, and the file isn't followed any more")
    func replaced() async {
        write(#"{"limit": 7}"#)
        let client = await followingClient()
        client.replaceOverrides(OverrideReader(OverrideOptions(allowedInRelease: true)))
        client.takeOverrides(
            [Flag("limit", 9, origin: .override)], from: .init(number: 0, subject: .overrides) { client })
        #expect(client.int("limit", default: 0) == 1)
        await until { time.sleeperCount == 0 }
        await client.shutdown()
    }

    @Test("nothing is followed without an interval, where overrides are off, and after the end")
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
