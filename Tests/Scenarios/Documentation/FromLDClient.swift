// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLDClient
import HalyardLaunchDarkly
import HostileServer
import TestSupport
import Testing

@Suite("Guide samples: migration from LDClient", .serialized)
struct FromLDClientTests {
    private func server() throws -> HostileServer {
        try HostileServer(answering: { request in
            request.method == "POST"
                ? [.send(.response(202))] : [.send(.response(body: #"{"new-nav":{"value":true,"version":1}}"#))]
        })
    }

    @Test("Evaluates flags and sends events with LDClient")
    func layer() async throws {
        let server = try server()
        defer { server.stop() }
        let mobileKey = "mob-1"
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        @Sendable func print(_ text: String) { line.yield(text) }

        // This lets the sample's lines use the test's server.
        @Sendable func LDConfig(mobileKey: String) -> HalyardLDClient.LDConfig {
            var config = HalyardLDClient.LDConfig(mobileKey: mobileKey)
            if let url = URL(string: server.url("")) {
                (config.baseUrl, config.streamUrl, config.eventsUrl) = (url, url, url)
            }
            config.streamingMode = .polling
            config.maxCachedUsers = 0
            config.diagnosticOptOut = true
            config.connectionTimeout = 100
            return config
        }
        var config = LDConfig(mobileKey: mobileKey)
        config.evaluationReasons = true
        LDClient.start(config: config, user: LDUser(key: "ada"), startWaitSeconds: 5) { timedOut in
            print(timedOut ? "the flags of the last visit" : "fresh flags")
        }
        let isOn = LDClient.get()?.variation(forKey: "new-nav", defaultValue: false)

        var heard = lines.makeAsyncIterator()
        #expect(["fresh flags", "the flags of the last visit"].contains(await heard.next()))
        #expect(isOn != nil)
        let client = try #require(LDClient.get())
        await client.identified(user: LDUser(key: "ada"))
        #expect(client.variation(forKey: "new-nav", defaultValue: false))

        switch await client.identified(user: LDUser(key: "grace"), timeout: 2) {
        case .complete: print("flags of grace")
        case .shed: print("another user by now")
        case .timeout, .error: print("the flags of the last visit")
        }
        #expect(["flags of grace", "the flags of the last visit"].contains(await heard.next()))
        client.close()
        let before = server.requests.count

        let (clock, lifecycle) = (ManualTime(), ManualLifecycle())
        let folder = FileManager.default.temporaryDirectory.path(percentEncoded: false) + UUID().uuidString
        config.dependencies = LDClientDependencies(time: clock, folder: folder, lifecycle: lifecycle)
        LDClient.start(config: config, user: LDUser(key: "ada"))
        try LDClient.get()?.track(key: "bought")
        LDClient.get()?.close()
        let event = #""creationDate":\#(clock.now.millisecondsSinceEpoch),"key":"bought""#
        await until { server.requests.dropFirst(before).contains(where: { $0.text.contains(event) }) }
    }

    @Test("Evaluates flags without LDClient")
    func neutral() async throws {
        let server = try server()
        defer { server.stop() }
        let mobileKey = "mob-1"
        // This lets the sample's lines use the test's server, and stores no flags.
        @Sendable func LaunchDarklyOptions(mobileKey: Secret) -> HalyardLaunchDarkly.LaunchDarklyOptions {
            var options = HalyardLaunchDarkly.LaunchDarklyOptions(mobileKey: mobileKey)
            options.endpoints = .relay(server.url(""))
            options.streamingMode = .polling
            options.maxCachedUsers = 0
            options.connectionTimeout = .seconds(100)
            return options
        }

        var options = LaunchDarklyOptions(mobileKey: Secret(mobileKey))
        options.withReasons = true
        let flags = FlagClient(provider: try LaunchDarklyProvider.cached(options), context: .user("ada"))
        await flags.start(within: .seconds(5))
        let isOn = flags[.newNav]

        await flags.start(within: .seconds(60))
        #expect(isOn || flags[.newNav])
        await flags.shutdown()
    }
}
