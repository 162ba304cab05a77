// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HalyardLDClient
import Testing

/// The samples run in an app whose client is started with an unreachable address.
///
/// Clients that the samples start join this client.
@Suite("LaunchDarkly samples", .serialized)
struct LaunchDarklySampleTests {
    private func launch() {
        var config = LDConfig(mobileKey: "mob")
        for option in [\LDConfig.baseUrl, \.streamUrl, \.eventsUrl] {
            if let url = URL(string: "http://127.0.0.1:9") { config[keyPath: option] = url }
        }
        config.maxCachedUsers = 0
        config.startOnline = false
        LDClient.start(config: config, user: LDUser(key: "test-user"))
    }

    @Test("Runs the samples from the LDClient page")
    func clientPage() throws {
        launch()
        defer { LDClient.get()?.close() }
        let samples = ClientPageSamples()
        let read = samples.read()
        #expect(read[0] as? Bool == false && read[1] as? Bool == false)
        #expect((read[3] as? [String: Any])?.keys.sorted() == ["a", "b"])
        let optionals = samples.readOptionals()
        #expect(optionals[0] == nil && (optionals[2] as? [String: Any])?.count == 2)
        samples.observe()
        try samples.track()
        #expect(samples.updates.isEmpty)
    }

    @Test("Runs the samples from the version 5 guide")
    func guide5() {
        launch()
        defer { LDClient.get()?.close() }
        let samples = Guide5Samples()
        #expect(samples.configure() == LDConfig(mobileKey: "YOUR_MOBILE_KEY"))
        samples.start()
        samples.use()
        samples.observe()
        samples.environments()
        let users = samples.users()
        #expect(users.map(\.isAnonymous) == [false, false, true, true])
        #expect(samples.background().backgroundFlagPollingInterval == 3600)
    }

    @Test("Runs the samples from the version 4 guide")
    func guide4() throws {
        launch()
        let samples = Guide4Samples()
        #expect(samples.configure() == LDConfig(mobileKey: "YOUR_MOBILE_KEY"))
        samples.start()
        let used = try samples.use()
        #expect(used[0] as? Bool == false && (used[1] as? [String: Any])?.count == 2)
        #expect(samples.users().map(\.key) == ["key", "PRIVATE_USER_ATTRIBUTE_KEY", "ANONYMOUS_USER_ATTRIBUTE_KEY"])
        samples.identify()
        samples.observe()
        #expect(samples.background().backgroundFlagPollingInterval == 3600)
        samples.monitor()
        samples.stop()
        #expect(LDClient.get() == nil)
    }
}
