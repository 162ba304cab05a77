// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardSupport
import Testing
import TestSupport

@Suite("VariantLookupPolicy")
struct VariantLookupPolicyTests {
    @Test("Has the cases, labels, and types of the policy it's named after")
    func api() {
        let ttl: TimeInterval = 60
        let policies: [VariantLookupPolicy] = [
            .networkOnly, .persistenceUntilNetworkSuccess(persistenceTtl: ttl), .networkFirst(persistenceTtl: ttl),
        ]
        let names = policies.map { policy in
            switch policy {
            case .networkOnly: "networkOnly"
            case .persistenceUntilNetworkSuccess(persistenceTtl: let ttl): "persistenceUntilNetworkSuccess \(ttl)"
            case .networkFirst(persistenceTtl: let ttl): "networkFirst \(ttl)"
            }
        }
        #expect(names == ["networkOnly", "persistenceUntilNetworkSuccess 60.0", "networkFirst 60.0"])
    }

    @Test("Uses one day as the default time to live")
    func defaultTTL() {
        let ttl: TimeInterval = VariantLookupPolicy.defaultTTL
        #expect(ttl == 86_400)
        let served: VariantLookupPolicy = .persistenceUntilNetworkSuccess()
        #expect(served == .persistenceUntilNetworkSuccess(persistenceTtl: 86_400))
        let held: VariantLookupPolicy = .networkFirst()
        #expect(held == .networkFirst(persistenceTtl: 86_400))
        #expect(VariantLookupPolicy.networkOnly.persistenceTtl == nil)
    }

    @Test("Keeps any given time to live", arguments: [0, -1, -86_400, 1e300, .infinity, -.infinity])
    func factories(ttl: Double) {
        #expect(VariantLookupPolicy.networkFirst(persistenceTtl: ttl).persistenceTtl == ttl)
        #expect(VariantLookupPolicy.persistenceUntilNetworkSuccess(persistenceTtl: ttl).persistenceTtl == ttl)
        #expect(VariantLookupPolicy.networkFirst(persistenceTtl: .nan).persistenceTtl?.isNaN == true)
    }

    @Test("Resolves a policy with an invalid time to live to networkOnly", arguments: [0, -1, .nan, .infinity])
    func collapses(ttl: Double) {
        #expect(VariantLookupPolicy.effective(.networkFirst(persistenceTtl: ttl)) == .networkOnly)
        #expect(VariantLookupPolicy.effective(.persistenceUntilNetworkSuccess(persistenceTtl: ttl)) == .networkOnly)
    }

    @Test("Keeps valid policies unchanged", arguments: [0.001, 1, 86_400, 1e300])
    func stays(ttl: Double) {
        #expect(
            VariantLookupPolicy.effective(.networkFirst(persistenceTtl: ttl)) == .networkFirst(persistenceTtl: ttl))
        #expect(
            VariantLookupPolicy.effective(.persistenceUntilNetworkSuccess(persistenceTtl: ttl))
                == .persistenceUntilNetworkSuccess(persistenceTtl: ttl))
        #expect(VariantLookupPolicy.effective(.networkOnly) == .networkOnly)
    }

    @Test("Reports an invalid time to live only when a client starts")
    func diagnostic() async throws {
        let provider = ScriptedProvider()
        let client = FlagClient(
            provider: try PersistedProvider(
                provider, policy: VariantLookupPolicy.networkFirst(persistenceTtl: -5), store: InMemoryFlagStore()),
            options: .manual())
        #expect(client.diagnostics.recent == [])
        await provider.start(client, [:])
        #expect(
            client.diagnostics.recent.map(\.description) == [
                "warning: With a time to live of -5.0 seconds, stored flags would never be served, so none are stored. "
                    + "Set a time above zero, such as VariantLookupPolicy.defaultTTL, or use networkOnly."
            ])
        await client.shutdown()
    }

    @Test("Reports a problem only for an invalid time to live")
    func noProblem() {
        #expect(VariantLookupPolicy.networkOnly.problem == nil)
        #expect(VariantLookupPolicy.networkFirst().problem == nil)
        #expect(VariantLookupPolicy.networkFirst(persistenceTtl: 0).problem?.code == "persistenceTtl")
    }

    @Test("Chooses an action by the age of the flags, exact to the millisecond")
    func action() {
        let moment = Instant(millisecondsSinceEpoch: 1_000_000)
        let context = EvaluationContext.user("a")
        func action(_ policy: VariantLookupPolicy, age: Int64) -> CacheAction {
            policy.action(
                for: StoredFlags(FlagSet([:], from: "p", for: context), savedAt: moment),
                in: PersistenceConditions(
                    request: FlagRequest(context: context), now: moment + .milliseconds(age)))
        }
        let end = Instant(millisecondsSinceEpoch: 1_000_251)
        let served = VariantLookupPolicy.persistenceUntilNetworkSuccess(persistenceTtl: 0.25)
        #expect(action(served, age: 0) == .serve(isAnswer: true, until: end))
        #expect(action(served, age: 250) == .serve(isAnswer: true, until: end))
        #expect(action(served, age: 251) == .ignore(delete: false))
        #expect(action(served, age: -1) == .ignore(delete: false))
        #expect(action(.networkFirst(persistenceTtl: 0.25), age: 250) == .serveOnFailure(until: end))
        #expect(action(.networkFirst(persistenceTtl: 0.25), age: 251) == .ignore(delete: false))
        #expect(action(.networkOnly, age: 0) == .ignore(delete: true))
        #expect(action(.networkFirst(persistenceTtl: 0), age: 0) == .ignore(delete: true))
        let longest = Instant(millisecondsSinceEpoch: 1_000_000 + 31_557_600_000_000 + 1)
        #expect(action(.networkFirst(persistenceTtl: 1e300), age: 0) == .serveOnFailure(until: longest))
    }

    @Test("Keeps 20 records by identity, and none with networkOnly")
    func slots() {
        let gold = EvaluationContext.user("a", ["plan": "gold"])
        #expect(VariantLookupPolicy.networkFirst().slot(for: gold) == EvaluationContext.user("a").identityDigest)
        #expect(VariantLookupPolicy.networkFirst().maxSlots == 20)
        #expect(VariantLookupPolicy.persistenceUntilNetworkSuccess(persistenceTtl: 60).maxSlots == 20)
        #expect(VariantLookupPolicy.networkFirst(persistenceTtl: 1.5).maxAge == .milliseconds(1500))
        #expect(VariantLookupPolicy.networkOnly.maxAge == nil)
        #expect(VariantLookupPolicy.networkFirst(persistenceTtl: 0).maxAge == nil)
        #expect(VariantLookupPolicy.networkOnly.slot(for: gold) == nil)
        #expect(VariantLookupPolicy.networkOnly.maxSlots == 0)
        #expect(VariantLookupPolicy.networkFirst(persistenceTtl: 0).slot(for: gold) == nil)
        #expect(VariantLookupPolicy.networkFirst(persistenceTtl: 0).maxSlots == 0)
    }

    @Test("Stores flags only if the configuration sets a policy", arguments: [false, true])
    func isDefault(isNamed: Bool) async throws {
        var host = ConfigurationHost()
        let files = InMemoryFileSystem()
        host.files = files
        let persistence = isNamed ? #", "persistence": {"policy": "networkFirst", "folder": "/flags"}"# : ""
        let client = try FlagClient(
            configuration: .json(
                #"{"version": 1, "providers": {"p": {"type": "memory", "flags": {"limit": 5}\#(persistence)}}}"#),
            options: .manual(), host: host)
        #expect(await client.start() == .ready)
        await client.shutdown()
        #expect(files.paths.count == (isNamed ? 1 : 0))
    }
}
