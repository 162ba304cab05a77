// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import Testing

@Suite("LaunchDarkly event options")
struct LaunchDarklyEventOptionsTests {
    /// Returns the event options that a configuration's settings create.
    private func options(_ json: String, _ diagnostics: inout [String]) throws -> LaunchDarklyEventOptions {
        let read = Lock(LaunchDarklyEventOptions())
        let type = ProviderType("ld") { settings in
            let options = LaunchDarklyEventOptions(settings)
            read.withLock { $0 = options }
            return InMemoryFlagProvider(name: settings.name)
        }
        do throws(ConfigurationError) {
            _ = try ProviderRegistry([ProviderModule(types: [type])]).load(
                .json(#"{"version": 1, "providers": {"p": {"type": "ld"\#(json)}}}"#))
        } catch {
            diagnostics = error.diagnostics.map(\.description)
        }
        return read.withLock { $0 }
    }

    @Test("Uses the documented defaults")
    func defaults() throws {
        let options = LaunchDarklyEventOptions()
        #expect(options.capacity == 100)
        #expect(options.flushInterval == .seconds(30))
        #expect(options.connectionTimeout == .seconds(10))
        #expect(!options.allAttributesPrivate && options.privateAttributes.isEmpty && !options.inlinesUser)
        #expect(options.aliasesAutomatically && options.sendsDiagnostics)
        #expect(options.diagnosticInterval == .seconds(900))
        #expect(options.storage.isOn && options.storage.size == 1_048_576 && options.storage.age == .seconds(604_800))
        var diagnostics: [String] = []
        #expect(try self.options("", &diagnostics) == options)
        #expect(diagnostics == [])
    }

    @Test("Raises values below the minimum to the minimum")
    func minima() {
        var options = LaunchDarklyEventOptions()
        options.capacity = -1
        options.flushInterval = .zero
        options.diagnosticInterval = .seconds(1)
        #expect(options.capacity == 0)
        #expect(options.flushInterval == .milliseconds(1))
        #expect(options.diagnosticInterval == LaunchDarklyEventOptions.minimumDiagnosticInterval)
        #expect([.seconds(60), .seconds(300)].contains(LaunchDarklyEventOptions.minimumDiagnosticInterval))
    }

    @Test("Reads every option from a configuration")
    func everyOption() throws {
        var expected = LaunchDarklyEventOptions()
        expected.capacity = 7
        expected.flushInterval = .seconds(5)
        expected.connectionTimeout = .milliseconds(500)
        expected.allAttributesPrivate = true
        expected.privateAttributes = ["email", "plan"]
        expected.inlinesUser = true
        expected.aliasesAutomatically = false
        expected.sendsDiagnostics = false
        expected.diagnosticInterval = .seconds(3600)
        (expected.storage.isOn, expected.storage.size, expected.storage.age) = (false, 1000, .seconds(3600))
        var diagnostics: [String] = []
        let options = try options(
            """
            , "eventCapacity": 7, "eventFlushInterval": "5s", "connectionTimeout": "500ms",
            "allUserAttributesPrivate": true, "privateUserAttributes": ["email", "plan"], "inlineUserInEvents": true,
            "autoAliasingOptOut": true, "sendDiagnostics": false, "diagnosticRecordingInterval": "1h",
            "storeEvents": false, "storedEventsSize": 1000, "storedEventsAge": "1h"
            """, &diagnostics)
        #expect(diagnostics == [])
        #expect(options == expected)
        #expect(
            options.diagnosticMembers == [
                "eventsCapacity": 7, "connectTimeoutMillis": 500, "eventsFlushIntervalMillis": 5000,
                "allAttributesPrivate": true, "inlineUsersInEvents": true, "autoAliasingOptOut": true,
                "diagnosticRecordingIntervalMillis": 3_600_000,
            ])
    }

    @Test("Rejects values outside their range")
    func refused() throws {
        var diagnostics: [String] = []
        _ = try options(
            #", "eventCapacity": -1, "eventFlushInterval": 0, "diagnosticRecordingInterval": 0, "storedEventsSize": -1"#,
            &diagnostics)
        #expect(
            diagnostics.map { String($0.drop { $0 != "/" }) } == [
                "/providers/p/eventCapacity: -1 is outside the range 0 to 1000000. Use a number in that range.",
                "/providers/p/eventFlushInterval: 0 is outside the range 0.001 seconds to 31557600.0 seconds. "
                    + "Use a duration in that range.",
                "/providers/p/diagnosticRecordingInterval: 0 is outside the range 0.001 seconds to 31557600.0 seconds. "
                    + "Use a duration in that range.",
                "/providers/p/storedEventsSize: -1 is outside the range 0 to 1073741824. Use a number in that range.",
            ])
    }

    @Test("Clamps a huge interval in diagnostic events")
    func huge() {
        var options = LaunchDarklyEventOptions()
        options.flushInterval = .seconds(Int64.max)
        #expect(options.diagnosticMembers["eventsFlushIntervalMillis"] == .int(.max))
    }
}
