// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardUnleash
import HalyardUnleashClient
import HostileServer
import Testing

extension FlagKey {
    fileprivate static var checkout: FlagKey<String> { FlagKey<String>("checkout", default: "standard") }
}

@Suite("Guide samples: migration from UnleashClient")
struct FromUnleashClientTests {
    private static let answer = #"""
        {"toggles":[{"name":"new-nav","enabled":true},{"name":"checkout","enabled":true,
        "variant":{"name":"fast","enabled":true,"payload":{"type":"string","value":"one page"}}}]}
        """#

    private func server() throws -> HostileServer {
        try HostileServer(answering: { request in
            request.method == "POST"
                ? [.send(.response())] : [.send(.response(body: Wire(Array(Self.answer.utf8))))]
        })
    }

    @Test("Evaluates flags with UnleashClient and its underlying client")
    func layer() async throws {
        let server = try server()
        defer { server.stop() }
        let (url, key, session) = (server.url("/api/frontend"), "key", "4711")
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        @Sendable func print(_ text: String) { line.yield(text) }

        let unleash = UnleashClient(
            unleashUrl: url, clientKey: key, refreshInterval: 15, appName: "shop",
            context: ["userId": "ann", "sessionId": session])
        unleash.subscribe(.ready) { print("flags are here") }
        unleash.start { error in if let error { print("no flags: \(error)") } }
        let isOn = unleash.isEnabled(name: "new-nav")
        let variant = unleash.getVariant(name: "checkout")

        var heard = lines.makeAsyncIterator()
        #expect(await heard.next() == "flags are here")
        // The flags might arrive before or after the read.
        #expect(isOn || !unleash.halyard.allFlags.isEmpty)
        #expect(["fast", "disabled"].contains(variant.name))

        let flags = unleash.halyard
        if flags[.newNav] { print("the new navigation") }
        let plan = flags.details(of: .checkout)

        #expect(await heard.next() == "the new navigation")
        #expect(plan.value == "one page")
        #expect(plan.variant == "fast")
        unleash.stop()
    }

    @Test("Evaluates flags without UnleashClient")
    func neutral() async throws {
        let server = try server()
        defer { server.stop() }
        let (url, key, session) = (server.url("/api/frontend"), "key", "4711")

        var options = UnleashOptions(url: url, clientKey: Secret(key))
        options.appName = "shop"
        options.sessionId = session
        let flags = FlagClient(provider: try UnleashProvider(options), context: .user("ann"))
        await flags.start(within: .seconds(2))

        await flags.start(within: .seconds(60))
        #expect(flags[.newNav])
        await flags.shutdown()
    }
}
