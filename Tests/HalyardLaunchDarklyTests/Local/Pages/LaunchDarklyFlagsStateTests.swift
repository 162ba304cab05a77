// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

@testable import HalyardLaunchDarkly

@Suite("LaunchDarkly flags state")
struct LaunchDarklyFlagsStateTests {
    private let rules = #"""
        {
          "flags": {
            "new-nav": {"version": 4, "on": true, "variations": [true, false], "fallthrough": {"variation": 0},
              "clientSideAvailability": {"usingMobileKey": false, "usingEnvironmentId": true}},
            "limit": {"version": 2, "on": true, "variations": [10, 50], "offVariation": 0, "clientSide": true,
              "prerequisites": [{"key": "hidden", "variation": 0}], "fallthrough": {"variation": 1}},
            "hidden": {"version": 3, "on": true, "variations": ["a"], "fallthrough": {"variation": 0}},
            "off": {"version": 5, "on": false, "variations": ["a"]},
            "broken": {"version": 6, "on": true, "variations": ["a"], "fallthrough": {}},
            "tracked": {"version": 7, "on": true, "variations": ["a"], "fallthrough": {"variation": 0}, "trackEvents": true},
            "trial": {"version": 8, "on": true, "variations": ["a"], "fallthrough": {"variation": 0},
              "trackEventsFallthrough": true},
            "debugged": {"version": 9, "on": true, "variations": ["a"], "fallthrough": {"variation": 0},
              "debugEventsUntilDate": 1767225660000}
          },
          "segments": {}
        }
        """#

    private func client(_ rules: String, sinks: [any EventSink] = []) async -> FlagClient {
        let provider = FileFlagProvider(
            .text(rules), name: "rules", formats: [.launchDarklyLocal], files: InMemoryFileSystem(), time: ManualTime())
        let client = FlagClient(provider: provider, context: .user("ada"), sinks: sinks, options: .manual())
        #expect(await client.start() == .ready)
        return client
    }

    private func state(
        _ audience: LaunchDarklyFlagsState.Audience, options: LaunchDarklyFlagsState.Options = .init(),
        atMilliseconds now: Int64 = 1_767_225_600_000
    ) async -> LaunchDarklyFlagsState {
        let client = await client(rules)
        defer { Task { await client.shutdown() } }
        return LaunchDarklyFlagsState(
            client.snapshot(for: .user("bob")), for: audience, options: options,
            at: Instant(millisecondsSinceEpoch: now))
    }

    @Test("Contains the values of all flags, and the details that events need")
    func everyone() async throws {
        let expected = try JSONReader().read(
            #"""
            {"new-nav": true, "limit": 50, "hidden": "a", "off": null, "broken": null, "tracked": "a", "trial": "a",
             "debugged": "a", "$valid": true, "$flagsState": {
               "new-nav": {"variation": 0, "version": 4},
               "limit": {"variation": 1, "version": 2, "prerequisites": ["hidden"]},
               "hidden": {"variation": 0, "version": 3},
               "off": {"version": 5},
               "broken": {"version": 6},
               "tracked": {"variation": 0, "version": 7, "trackEvents": true},
               "trial": {"variation": 0, "version": 8, "trackEvents": true, "trackReason": true,
                 "reason": {"kind": "FALLTHROUGH"}},
               "debugged": {"variation": 0, "version": 9, "debugEventsUntilDate": 1767225660000}
            }}
            """#)
        #expect(await state(.everyone).json == expected)
    }

    @Test("Contains the reason of each flag on request")
    func reasons() async {
        let details = await state(.everyone, options: .init(withReasons: true)).json["$flagsState"]
        #expect(details?["new-nav"] == ["variation": 0, "version": 4, "reason": ["kind": "FALLTHROUGH"]])
        #expect(details?["off"] == ["version": 5, "reason": ["kind": "OFF"]])
        #expect(
            details?["broken"] == ["version": 6, "reason": ["kind": "ERROR", "errorKind": "MALFORMED_FLAG"]])
    }

    @Test("Leaves out the details of flags without separate events on request")
    func detailsOnlyForTrackedFlags() async {
        let options = LaunchDarklyFlagsState.Options(withReasons: true, detailsOnlyForTrackedFlags: true)
        let details = await state(.everyone, options: options).json["$flagsState"]
        #expect(details?["new-nav"] == ["variation": 0])
        #expect(details?["limit"] == ["variation": 1, "prerequisites": ["hidden"]])
        #expect(details?["off"] == [:])
        #expect(details?["tracked"]?["version"] == 7 && details?["tracked"]?["reason"] == ["kind": "FALLTHROUGH"])
        #expect(details?["debugged"]?["version"] == 9)
        let later = await state(.everyone, options: options, atMilliseconds: 1_767_225_660_000).json["$flagsState"]
        #expect(later?["debugged"] == ["variation": 0, "debugEventsUntilDate": 1_767_225_660_000])
    }

    @Test("Contains only the flags that are available to the audience")
    func audiences() async {
        let browsers = await state(.browsers)
        #expect(browsers.values == ["new-nav": true, "limit": 50])
        // A prerequisite is listed even if the browser doesn't receive its value.
        #expect(browsers.json["$flagsState"]?["limit"]?["prerequisites"] == ["hidden"])
        #expect(
            await Set(state(.mobileApps).values.keys) == [
                "limit", "hidden", "off", "broken", "tracked", "trial", "debugged",
            ])
    }

    @Test(
        "Reads the availability of a flag",
        arguments: [
            ("", false, true), (#""clientSide": true,"#, true, true), (#""clientSide": null,"#, false, true),
            (#""clientSideAvailability": null, "clientSide": true,"#, true, true),
            (#""clientSideAvailability": {}, "clientSide": true,"#, false, false),
            (#""clientSideAvailability": {"usingMobileKey": true},"#, false, true),
            (#""clientSideAvailability": {"usingEnvironmentId": true, "usingMobileKey": null},"#, true, false),
        ])
    func availability(members: String, isForBrowsers: Bool, isForMobileApps: Bool) throws {
        let sample = try LocalSample(flags: #""f": {\#(members) "on": false, "variations": [1]}"#)
        let flag = try #require(sample.book.flags["f"])
        #expect(flag.isForBrowsers == isForBrowsers && flag.isForMobileApps == isForMobileApps)
        #expect(sample.problems.isEmpty)
    }

    @Test("Contains no flags for a context that LaunchDarkly doesn't accept")
    func invalidContext() async throws {
        let client = await client(rules)
        let state = LaunchDarklyFlagsState(client.snapshot(for: .user("")), for: .everyone)
        #expect(!state.isValid && state.values.isEmpty)
        #expect(state.json == ["$valid": false, "$flagsState": [:]])
        await client.shutdown()
    }

    @Test("Contains no flags before the client has flags")
    func notReady() {
        let client = FlagClient(provider: SilentProvider(), context: .user("ada"), options: .manual())
        client.overrides.set("a", true)
        for snapshot in [client.snapshot(), client.snapshot(for: .user("bob"))] {
            let state = LaunchDarklyFlagsState(snapshot, for: .everyone)
            #expect(state.json == ["$valid": false, "$flagsState": [:]])
        }
    }

    @Test("Doesn't count the flags, and creates no events")
    func nothingCounted() async {
        let sink = RecordingSink(interest: .every, receivesContextUses: true)
        let client = await client(rules, sinks: [sink])
        _ = LaunchDarklyFlagsState(client.snapshot(for: .user("bob")), for: .everyone)
        _ = LaunchDarklyFlagsState(client.snapshot(), for: .browsers)
        await client.flush()
        await client.shutdown()
        #expect(sink.evaluations.isEmpty && sink.summaries.isEmpty && sink.contextUses.isEmpty)
    }

    @Test("Contains the values of overrides")
    func overrides() async {
        let client = await client(rules)
        client.overrides.set("limit", 7)
        let state = LaunchDarklyFlagsState(client.snapshot(for: .user("bob")), for: .browsers)
        #expect(state.values == ["new-nav": true, "limit": 7])
        await client.shutdown()
    }

    @Test("Escapes the characters that can end a script element")
    func text() async throws {
        let rules = #"""
            {"flags": {"f": {"version": 1, "on": true, "variations": ["</script><!-- & \u2028\u2029"],
              "fallthrough": {"variation": 0}}}, "segments": {}}
            """#
        let client = await client(rules)
        let state = LaunchDarklyFlagsState(client.snapshot(), for: .everyone)
        #expect(
            state.text.contains(#""\u003c/script\u003e\u003c!-- \u0026 \u2028\u2029""#))
        #expect(try JSONReader().read(state.text) == state.json)
        await client.shutdown()
    }

    @Test("Creates JSON that the bootstrap format reads back")
    func roundTrip() async throws {
        let state = await state(.everyone, options: .init(withReasons: true))
        let format = BootstrapFormat.launchDarklyFlagsState
        #expect(format.recognizes(state.json))
        let contents = format.contents(of: state.json, origin: Origin(.bootstrap, provider: "page"))
        #expect(contents.diagnostics.isEmpty)
        let values = Dictionary(uniqueKeysWithValues: contents.flags.map { ($0.key, $0.value) })
        #expect(values == state.values)
        let limit = try #require(contents.flags.first { $0.key == "limit" })
        #expect(limit.variant == "1" && limit.version == 2 && limit.reason == .default)
        let trial = try #require(contents.flags.first { $0.key == "trial" })
        #expect(trial.reporting == .each && LaunchDarklyFlag(trial).trackReason)
    }

    @Test("Contains the other provider's values in a migration")
    func migration() async throws {
        let files = FileFlagProvider(
            .text(rules), name: "old", formats: [.launchDarklyLocal], files: InMemoryFileSystem(), time: ManualTime())
        let new = FileFlagProvider(
            .text(#"{"flags": {"limit": 99, "hidden": "b"}}"#), name: "new", formats: [.halyard],
            files: InMemoryFileSystem(), time: ManualTime())
        let both = try CombinedProvider(
            "both", [.init(new), .init(files)],
            strategy: .migration(
                old: "old", new: "new", stages: [.init(["*"], .newWithFallback)], automaticRollback: nil))
        let client = FlagClient(provider: both, context: .user("ada"), options: .manual())
        #expect(await client.start() == .ready)
        let state = LaunchDarklyFlagsState(client.snapshot(for: .user("bob")), for: .browsers)
        #expect(state.values == ["new-nav": true, "limit": 99])
        #expect(state.json["$flagsState"]?["limit"] == [:])
        await client.shutdown()
    }

    /// A provider without flags.
    private struct SilentProvider: FlagProvider {
        let name = "silent"

        func run(_ request: FlagRequest, into channel: FlagChannel) async throws {}
    }
}
