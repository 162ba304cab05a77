// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardOFREP
import HalyardSupport
import HalyardTesting
import HostileServer
import Testing

@Suite("OFREP provider as any provider", .timeLimit(.minutes(5)))
struct OFREPConformanceTests {
    @Test("keeps the contract of every provider, with and without stored flags", arguments: [false, true])
    func conformance(isPersisted: Bool) async throws {
        let server = try HostileServer { request in
            request.value(of: "If-None-Match") == nil ? [.send(.on("a", tag: "\"1\""))] : [.send(.response(304))]
        }
        defer { server.stop() }
        var options = OFREPOptions(url: server.url(""))
        options.pollInterval = .seconds(1)
        // Made of options that are right, so this one never throws.
        let make = { @Sendable [options] () -> any FlagProvider in
            do {
                let provider = try OFREPProvider(options, transport: OFREPStage.transport)
                return isPersisted
                    ? try PersistedProvider(
                        provider, policy: VariantLookupPolicy.persistenceUntilNetworkSuccess(),
                        store: MemorySnapshotStore())
                    : provider
            } catch {
                return TestProvider()
            }
        }
        #expect(!(make() is TestProvider))
        await ProviderConformance(patience: .seconds(60), make).expectConformance()
    }
}
