// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly
import HalyardTesting
import HalyardUnleash
import Testing
import TestSupport

extension FlagKey where Value == Bool {
    static let newNav = FlagKey("new-nav", default: false)
}

@MainActor
final class Screen {
    private(set) var shown: [String] = []

    func showNewNavigation() { shown.append("new navigation") }
    func show(_ enabled: Bool) { shown.append("\(enabled)") }

    /// Runs the front page's code with a configuration.
    func frontPage(_ path: String) async throws -> (EvaluationDetails<Bool>, Int) {
        let flags = try FlagClient(configuration: .file(path), providers: [.unleash, .launchDarkly])
        let start = await flags.start(within: .seconds(2))  // .ready, .cached(why), .defaults(why): never hangs

        if flags[.newNav] { showNewNavigation() }  // typed, synchronous, counted
        let limit = flags.int("upload-limit", default: 10)  // by name, where a typed key is too much
        let why = flags.details(of: .newNav)  // value, variant, reason, origin, provider, error

        #expect(start == .ready)
        return (why, limit)
    }

    func observe(_ flags: FlagClient) async {
        flags.observe(.newNav, owner: self) { screen, change in screen.show(change.new) }
        for await enabled in flags.values(of: .newNav) {
            show(enabled)  // the current value first, then every other one
            break
        }
    }

    func act(_ flags: FlagClient) async {
        await flags.setContext(.user("c3b155b0", ["plan": "gold"]))  // returns when the new flags are in place
        flags.track("checkout", metric: 49.90)
        await flags.shutdown()  // sends what was counted
    }
}

@Suite("Guide samples: front page")
struct FrontPageTests {
    @Test("Evaluates flags, notifies observers, and sends events")
    @MainActor
    func frontPage() async throws {
        let screen = Screen()
        let file = Repository.path("Tests/Scenarios/Documentation/plain.json").path(percentEncoded: false)
        let (why, limit) = try await screen.frontPage(file)
        #expect(why.description == "new-nav = true (STATIC, bootstrap: plain)")
        #expect(limit == 10)
        #expect(screen.shown == ["new navigation"])

        let sink = RecordingSink()
        let provider = InMemoryFlagProvider(["new-nav": true])
        let flags = FlagClient(provider: provider, sinks: [sink])
        await flags.start()
        await screen.observe(flags)
        await screen.act(flags)
        #expect(screen.shown == ["new navigation", "true"])
        #expect(sink.lines.contains("tracked checkout null 49.9 by user:c3b155b0"))
    }
}
