// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTesting
import TestSupport
import Testing

@testable import Halyard

/// Tests for combinations of a provider that evaluates flags locally and one that sends requests to a service.
@Suite("CombinedProvider: on-demand contexts")
struct CombinedOnDemandTests {
    private let rules = InMemoryFlagProvider(name: "rules") { ["plan": .string("plan of \($0.key ?? "-")")] }
    private let service = OnDemandService()
    private let time = ManualTime()
    private let owner = FlagKey("owner", default: "default")
    private let plan = FlagKey("plan", default: "default")
    private let never = Duration.seconds(3600)

    private func client(_ children: [any FlagProvider], strategy: CombinationStrategy = .firstMatch) async throws
        -> FlagClient
    {
        let combined = try CombinedProvider("both", children.map { .init($0) }, strategy: strategy)
        return await FlagClient.serving(combined, for: .user("client"), at: time)
    }

    private func ask(_ client: FlagClient, _ key: String, within deadline: Duration = .seconds(3600)) -> Task<
        FlagSnapshot, Never
    > {
        Task { await client.snapshot(for: .user(key), within: deadline) }
    }

    @Test("Merges a service's flags with rules, and caches them for a minute")
    func merges() async throws {
        let client = try await client([rules, service])
        let first = ask(client, "ada")
        await service.answer(0)
        let view = await first.value
        #expect((view[plan], view[owner]) == ("plan of ada", "ada"))
        #expect(view.details(of: plan).provider == "rules")
        #expect(view.details(of: owner).provider == "service")
        #expect(view.details(of: FlagKey("none", default: 0)).error?.code == .flagNotFound)
        #expect(await client.snapshot(for: .user("ada"), within: never)[owner] == "ada")
        #expect(service.asked == ["ada"])

        time.advance(by: .seconds(60))
        rules.replaceAll { ["plan": .string("new plan of \($0.key ?? "-")")] }
        let second = ask(client, "ada")
        let question = await service.question(1)
        #expect(question.request.resume?.validator == "v0")
        await service.answer(1)
        #expect(await second.value[plan] == "new plan of ada")
        #expect(client[plan] == "new plan of client")
        await client.shutdown()
    }

    @Test("Serves the flags of rules if the service fails or is late")
    func failure() async throws {
        let client = try await client([rules, service], strategy: .firstSuccessful)
        let failing = ask(client, "ada")
        await service.fail(0)
        let view = await failing.value
        #expect((view[plan], view[owner]) == ("plan of ada", "default"))
        let error = view.details(of: owner).error
        #expect(error?.code == .general)
        #expect(error?.message.contains("'service': it responded with status 500.") == true)
        let late = await client.snapshot(for: .user("bob"), within: .zero)
        #expect((late[plan], late[owner]) == ("plan of bob", "default"))
        await client.shutdown()
    }

    @Test("Serves the current flags of rules together with a cached response")
    func currentRules() async throws {
        let inner = try CombinedProvider("inner", [.init(rules), .init(service)])
        let client = try await client([InMemoryFlagProvider(["all": 1]), inner])
        let first = ask(client, "ada")
        await service.answer(0)
        #expect(await first.value[plan] == "plan of ada")
        rules.replaceAll { ["plan": .string("new plan of \($0.key ?? "-")")] }
        let view = await client.snapshot(for: .user("ada"), within: never)
        #expect((view[plan], view[owner], view.int("all", default: 0)) == ("new plan of ada", "ada", 1))
        #expect(view.state.flagSet?.flag(named: "plan")?.value == "new plan of ada")
        #expect(service.asked == ["ada"])
        await client.shutdown()
    }

    @Test("Serves the old provider's flags right after a rollback, even with cached responses")
    func rolledBack() async throws {
        let old = InMemoryFlagProvider(name: "old") { _ in ["owner": "old"] }
        let migration = CombinationStrategy.migration(
            old: "old", new: "service", stages: [.init(["owner"], .newWithFallback)],
            automaticRollback: .init(mismatchRate: 0.5, errorRate: 0.5, after: 3))
        let client = try await client([old, service], strategy: migration)
        for (number, user) in ["ada", "bob"].enumerated() {
            let asked = ask(client, user)
            await service.answer(number)
            // The client's own context and these two are compared, and all of them differ.
            #expect(await asked.value[owner] == (number == 0 ? "ada" : "old"))
        }
        #expect(migration.migration?.rolledBackFlags == ["owner"])
        #expect(await client.snapshot(for: .user("ada"), within: never)[owner] == "old")
        #expect(service.asked == ["ada", "bob"])
        await client.shutdown()
    }

    @Test("Doesn't compare a request that the shutdown cancels")
    func cancelledRequest() async throws {
        let rules = InMemoryFlagProvider(name: "rules") { ["owner": .string($0.key ?? "-")] }
        let combined = try CombinedProvider("both", [.init(rules), .init(service)], strategy: .comparison())
        let client = await FlagClient.serving(combined, for: .user("client"), at: time)
        #expect(combined.parity.compared == 1)
        let asked = ask(client, "ada")
        _ = await service.question(0)
        await client.shutdown()
        _ = await asked.value
        #expect(service.most.withLock { $0.now } == 0)
        #expect((combined.parity.compared, combined.parity.count(of: .failed)) == (1, 0))
    }

    @Test("Compares a service's flags once, when the service responds", arguments: ["rules", "service"])
    func comparedOnce(primary: String) async throws {
        let same = InMemoryFlagProvider(name: "same") { ["owner": .string($0.key ?? "-")] }
        let rules = InMemoryFlagProvider(name: "rules") { ["owner": .string($0.key ?? "-")] }
        let children: [any FlagProvider] = [rules, service, same]
        let combined = try CombinedProvider(
            "both", children.map { .init($0) }, strategy: .comparison(primary: primary))
        let client = await FlagClient.serving(combined, for: .user("client"), at: time)
        let counts = { (outcome: ParityReport.Comparison.Outcome) in combined.parity.count(of: outcome) }
        // The client's own context.
        #expect(counts(.agrees) == 2)
        // The snapshot doesn't wait for the service, so it compares only the two providers that evaluate rules.
        #expect(client.snapshot(for: .user("ada"))[owner] == (primary == "rules" ? "ada" : "default"))
        let compared = primary == "rules" ? 3 : 2
        #expect(counts(.agrees) == compared)
        let asked = ask(client, "ada")
        await service.answer(0)
        #expect(await asked.value[owner] == "ada")
        #expect(counts(.agrees) == compared + 2)
        #expect(counts(.failed) == 0)
        await client.shutdown()
    }

    @Test("Reports that rules haven't arrived yet, without blaming the provider's type")
    func rulesAreMissing() async throws {
        struct MissingRules: FlagProvider {
            let name = "missing"
            let records = RecordIdentity(service: "missing", scope: .service)
            func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
                throw FlagError(.general, "The service is down.")
            }
        }
        let client = try await client([MissingRules(), service])
        let asked = ask(client, "ada")
        await service.answer(0)
        let error = await asked.value.details(of: plan).error
        #expect(error?.code == .providerNotReady)
        #expect(
            error?.message.contains("The provider 'missing' has no rules yet. Wait for it, or check its errors.")
                == true)
        await client.shutdown()
    }

    @Test("Requests flags through nested combinations and wrappers")
    func nested() async throws {
        struct Wrapped: ProviderWrapper {
            let inner: any FlagProvider
            func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
                try await inner.run(request, into: channel)
            }
        }
        let inner = try CombinedProvider("inner", [.init(rules), .init(Wrapped(inner: service))])
        let client = try await client([InMemoryFlagProvider(["all": 1]), inner])
        let call = ask(client, "ada")
        await service.answer(0)
        let view = await call.value
        #expect((view[plan], view[owner], view.int("all", default: 0)) == ("plan of ada", "ada", 1))
        time.advance(by: .seconds(60))
        let second = ask(client, "ada")
        #expect(await service.question(1).request.resume?.validator == "v0")
        await service.answer(1)
        #expect(await second.value[owner] == "ada")
        await client.shutdown()
    }

    @Test("Sends no request if the client evaluates all flags")
    func unasked() async throws {
        let all = try await client([rules, InMemoryFlagProvider(["owner": "all"])])
        let view = await all.snapshot(for: .user("ada"), within: never)
        #expect((view[plan], view[owner]) == ("plan of ada", "all"))
        await all.shutdown()

        let scripted = ScriptedProvider(name: "remote")
        let combined = try CombinedProvider("both", [.init(service), .init(scripted)])
        let mixed = FlagClient(provider: combined, context: .user("client"), options: .manual(time))
        await scripted.start(mixed, ["limit": 1])
        let call = ask(mixed, "ada")
        await service.answer(0)
        let answer = await call.value
        #expect(answer[owner] == "ada")
        let details = answer.details(of: FlagKey("limit", default: 0))
        #expect((details.value, details.error?.code) == (0, .invalidContext))
        #expect(details.error?.message.contains("'remote'") == true)
        await mixed.shutdown()
    }

    @Test("Serves a nested combination's flags if one of its providers has none")
    func incomplete() async throws {
        let failing = TestProvider()
        failing.fail()
        let inner = try CombinedProvider("inner", [.init(rules), .init(failing, isRequired: false)])
        let client = try await client([inner, service])
        let call = ask(client, "ada")
        await service.answer(0)
        let view = await call.value
        #expect((view[plan], view[owner]) == ("plan of ada", "default"))
        await client.shutdown()
    }

    @Test("Keeps a provider's status if a request for another context fails")
    func health() async throws {
        let combined = try CombinedProvider("both", [.init(rules), .init(service)])
        let client = await FlagClient.serving(combined, for: .user("client"), at: time)
        let call = ask(client, "ada")
        await service.fail(0)
        _ = await call.value
        #expect(combined.status(of: "service") == .ready)
        #expect(client.status == .ready)
        await client.shutdown()
    }
}
