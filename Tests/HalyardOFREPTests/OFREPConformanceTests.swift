// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardOFREP
import HalyardSupport
import HalyardTesting
import HostileServer
import Testing
import TestSupport

@Suite("OFREP provider conformance")
struct OFREPConformanceTests {
    @Test("Conforms to the provider contract, with and without stored flags", arguments: [false, true])
    func conformance(isPersisted: Bool) async throws {
        let server = try HostileServer { request in
            request.value(of: "If-None-Match") == nil ? [.send(.on("a", tag: "\"1\""))] : [.send(.response(304))]
        }
        defer { server.stop() }
        var options = OFREPOptions(url: server.url(""))
        options.pollInterval = .seconds(1)
        // The options are valid, so this never throws.
        let make = { @Sendable [options] () -> any FlagProvider in
            do {
                let provider = try OFREPProvider(options, transport: OFREPStage.transport)
                return isPersisted
                    ? try PersistedProvider(
                        provider, policy: VariantLookupPolicy.persistenceUntilNetworkSuccess(),
                        store: InMemoryFlagStore())
                    : provider
            } catch {
                return TestProvider()
            }
        }
        #expect(!(make() is TestProvider))
        await ProviderConformance(patience: .seconds(3600), make).expectConformance()
    }

    @Test("Never shows another user's flags to concurrent tasks")
    func stress() async throws {
        let server = try HostileServer(answering: { request in
            let key = request.text.split(separator: "\"").dropLast().last.map(String.init) ?? ""
            return [.send(.on("all", key, tag: "\"\(key)\""))]
        })
        defer { server.stop() }
        let provider = try OFREPProvider(OFREPOptions(url: server.url("")), transport: OFREPStage.transport)
        let client = FlagClient(provider: provider, context: .user("user0"), options: .manual())
        await client.start()
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<25 {
                        switch task % 4 {
                        case 0: await client.setContext(.user("user\(round)"))
                        case 1: for await _ in client.updates { break }
                        case 2: await client.refresh()
                        default:
                            let state = client.state
                            let users = state.flagSet?.table.map(\.key).filter { $0 != "all" } ?? []
                            #expect(users == (state.flagSet?.context.key).map { [$0] } ?? [])
                        }
                        for _ in 0..<40 { _ = client.bool("all", default: false) }
                    }
                }
            }
        }
        await client.shutdown()
    }
}
