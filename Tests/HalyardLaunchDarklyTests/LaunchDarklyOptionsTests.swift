// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import Testing

@Suite("LaunchDarkly options")
struct LaunchDarklyOptionsTests {
    @Test("Uses the documented defaults")
    func defaults() {
        let options = LaunchDarklyOptions(mobileKey: Secret("k"))
        #expect(
            options.endpoints
                == LaunchDarklyEndpoints(
                    polling: "https://app.launchdarkly.com", streaming: "https://clientstream.launchdarkly.com",
                    events: "https://mobile.launchdarkly.com"))
        #expect(options.streamingMode == .streaming)
        #expect(options.pollingInterval == .seconds(300))
        #expect(options.backgroundPollingInterval == .seconds(3600))
        #expect(!options.updatesInBackground && !options.usesReport && !options.withReasons)
        #expect(!options.retriesWhenRefused && options.sendsEvents)
        #expect(options.connectionTimeout == .seconds(10))
        #expect(options.maxCachedUsers == 5)
        #expect(options.additionalHeaders == [:])
        #expect(options.initialReconnectDelay == .seconds(1))
    }

    @Test("Uses the documented minimum intervals of the build configuration")
    func shortest() {
        #if DEBUG
            let expected = LaunchDarklyOptions.ShortestIntervals(polling: .seconds(30), backgroundPolling: .seconds(60))
        #else
            let expected = LaunchDarklyOptions.ShortestIntervals(
                polling: .seconds(300), backgroundPolling: .seconds(900))
        #endif
        #expect(LaunchDarklyOptions(mobileKey: Secret("k")).shortestIntervals == expected)
    }

    @Test("Rejects invalid options, and reports every problem")
    func problems() throws {
        var options = LaunchDarklyOptions(mobileKey: Secret("a\nb"))
        options.endpoints = LaunchDarklyEndpoints(polling: "nowhere", streaming: "https://a/?x", events: "ftp://a")
        options.additionalHeaders = ["a b": "1", "X-Y": "two\nlines", "X-Z": ""]
        options.application.wrapperName = "w\n"
        let error = #expect(throws: ConfigurationError.self) { try LaunchDarklyProvider(options) }
        let url =
            "The value isn't an absolute http or https URL. Use a URL such as https://flags.example.com/api."
        #expect(
            error?.diagnostics.map(\.description) == [
                "error: /baseUrl: \(url)",
                "error: /streamUrl: The URL contains a query. Remove the \"?\" and everything after it.",
                "error: /eventsUrl: \(url)",
                "error: /mobileKey: The key contains control characters or is longer than 4,096 bytes. "
                    + "Use the environment's mobile key.",
                "error: /additionalHeaders: The value of \"X-Y\" contains control characters or is longer than 4,096 bytes. "
                    + "Use a shorter value on one line.",
                "error: /additionalHeaders: \"a b\" isn't a valid header name. Use letters, digits, and \"-\".",
                "error: /wrapperName: The wrapper's name or version contains control characters, or they exceed 4,096 bytes. "
                    + "Use a shorter name and version, each on one line.",
            ])
    }
}
