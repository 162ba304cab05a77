// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@testable import Halyard
import HalyardSupport
import TestSupport
import Testing

@Suite("FlagClient: on-demand snapshots")
struct OnDemandTests {
    private let service = OnDemandService()
    private let time = ManualTime()
    private let owner = FlagKey("owner", default: "default")
    private let never = Duration.seconds(3600)

    private func ask(_ client: FlagClient, _ key: String, within deadline: Duration = .seconds(3600)) -> Task<
        FlagSnapshot, Never
    > {
        Task { await client.snapshot(for: .user(key), within: deadline) }
    }

    @Test("Requests a context's flags once, and serves later calls from memory")
    func once() async {
        let client = await FlagClient.serving(service, for: .user("client"), at: time)
        let first = ask(client, "ada")
        await service.answer(0)
        let view = await first.value
        #expect(view[owner] == "ada")
        #expect(view.state.context == .user("ada") && view.state.status == .ready && view.state.error == nil)
        #expect(view.state.flagSet?.context == .user("ada"))
        #expect(await client.snapshot(for: .user("ada"), within: .zero)[owner] == "ada")
        #expect(client[owner] == "client")
        // The flags are only for the requested context.
        #expect(client.snapshot(for: .user("bob"))[owner] == "default")
        #expect(service.asked == ["ada"])
        await client.shutdown()
    }

    @Test("Sends no request for its own context, for rules, or for shared flags")
    func unasked() async {
        let client = await FlagClient.serving(service, for: .user("client"), at: time)
        #expect(await client.snapshot(for: .user("client"), within: never)[owner] == "client")
        #expect(service.asked == [])
        await client.shutdown()
        let rules = await FlagClient.serving(InMemoryFlagProvider { ["owner": .string($0.key ?? "")] })
        #expect(await rules.snapshot(for: .user("ada"), within: never)[owner] == "ada")
        let all = await FlagClient.serving(InMemoryFlagProvider(["owner": "all"]))
        #expect(await all.snapshot(for: .user("ada"), within: never)[owner] == "all")
    }

    @Test("Reports an invalid context if the provider can't fetch other contexts")
    func refused() async {
        let provider = ScriptedProvider()
        let (client, _) = await provider.startedClient(["owner": "a"])
        let details = await client.snapshot(for: .user("b"), within: never).details(of: owner)
        #expect((details.value, details.error?.code) == ("default", .invalidContext))
        #expect(details.error?.message.contains("can't fetch flags for contexts other than the client's own") == true)
    }

    @Test("Shares one request between callers for the same context")
    func joined() async {
        let client = await FlagClient.serving(service, at: time)
        let calls = (0..<50).map { _ in ask(client, "ada") }
        await service.answer(0)
        for call in calls { #expect(await call.value[owner] == "ada") }
        #expect(service.asked == ["ada"])
        await client.shutdown()
    }

    @Test("Serves defaults after the deadline, and the flags to the next call")
    func late() async {
        let client = await FlagClient.serving(service, at: time)
        let call = ask(client, "ada", within: .milliseconds(80))
        let question = await service.question(0)
        await time.awaitSleepers()
        time.advance(by: .milliseconds(80))
        let view = await call.value
        let details = view.details(of: owner)
        #expect((details.value, details.error?.code) == ("default", .providerNotReady))
        #expect(details.error?.message.contains("didn't respond for this context within 0.08 seconds") == true)
        #expect(view.state.flagSet == nil)
        question.answer.set(.success(.ready(service.snapshot(for: .user("ada")))))
        #expect(await ask(client, "ada").value[owner] == "ada")
        #expect(service.asked == ["ada"])
        await client.shutdown()
    }

    @Test("Sends a request with a zero deadline, and returns without waiting")
    func zero() async {
        let client = await FlagClient.serving(service, at: time)
        #expect(await client.snapshot(for: .user("ada"), within: .zero)[owner] == "default")
        #expect(await ask(client, "ada", within: .zero).value[owner] == "default")
        await service.answer(0)
        #expect(await ask(client, "ada").value[owner] == "ada")
        #expect(service.asked == ["ada"])
        await client.shutdown()
    }

    @Test("Refreshes a context after a minute, and serves stale flags until then")
    func again() async {
        let client = await FlagClient.serving(service, at: time)
        let first = ask(client, "ada")
        await service.answer(0)
        _ = await first.value
        time.advance(by: .milliseconds(59_999))
        _ = await client.snapshot(for: .user("ada"), within: never)
        #expect(service.asked == ["ada"])
        time.advance(by: .milliseconds(1))
        let stale = await client.snapshot(for: .user("ada"), within: .zero)
        #expect(stale[owner] == "ada")
        #expect((stale.state.status, stale.state.error?.code) == (.stale, .providerNotReady))
        #expect(await service.question(1).request.resume?.validator == "v0")
        await service.answer(1)
        let fresh = await ask(client, "ada").value
        #expect(fresh.state.status == .ready && fresh.state.flagSet?.validator == "v1")
        await client.shutdown()
    }

    @Test("Reports a failure once, and retries after 5 seconds")
    func failure() async {
        let client = await FlagClient.serving(service, at: time)
        let first = ask(client, "ada")
        await service.fail(0)
        let details = await first.value.details(of: owner)
        #expect((details.value, details.error?.code) == ("default", .general))
        #expect(details.error?.message.contains("it responded with status 500.") == true)
        let second = ask(client, "bob")
        await service.fail(1)
        _ = await second.value
        #expect(
            client.diagnostics.recent.map(\.description) == [
                "warning: service: The service returned no flags for a context other than the client's. it responded with status 500. "
                    + "Reads return the last flags for that context, or the caller's default value."
            ])
        time.advance(by: .milliseconds(4999))
        #expect(await client.snapshot(for: .user("ada"), within: never)[owner] == "default")
        #expect(service.asked == ["ada", "bob"])
        time.advance(by: .milliseconds(1))
        let third = ask(client, "ada")
        await service.answer(2)
        #expect(await third.value[owner] == "ada")
        await client.shutdown()
    }

    @Test("Rejects a response for another context or with stale flags")
    func wrongAnswer() async {
        let client = await FlagClient.serving(service, at: time)
        for (number, state) in [
            ProviderState.ready(service.snapshot(for: .user("eve"))), .stale(service.snapshot(for: .user("u1"))),
        ].enumerated() {
            let call = ask(client, "u\(number)")
            await service.question(number).answer.set(.success(state))
            let details = await call.value.details(of: owner)
            #expect((details.value, details.error?.code) == ("default", .general))
        }
        await client.shutdown()
    }

    @Test("Sends at most 32 requests at a time, and drops those without callers")
    func limit() async {
        let client = await FlagClient.serving(service, at: time)
        let calls = (0..<40).map { ask(client, "u\($0)") }
        await until { service.questions.withLock { $0.count } == 32 }
        let gone = ask(client, "gone", within: .zero)
        #expect(await gone.value[owner] == "default")
        for number in 0..<40 { await service.answer(number) }
        for (number, call) in calls.enumerated() { #expect(await call.value[owner] == "u\(number)") }
        #expect(service.most.withLock { $0.most } == 32)
        #expect(!service.asked.contains("gone"))
        await client.shutdown()
    }

    @Test("Caches 1,000 contexts, and evicts the least recently used one")
    func bounded() async {
        let client = await FlagClient.serving(service, at: time)
        for number in 0..<1000 {
            let call = ask(client, "u\(number)")
            await service.answer(number)
            _ = await call.value
        }
        _ = await client.snapshot(for: .user("u0"), within: .zero)
        let new = ask(client, "new")
        await service.answer(1000)
        _ = await new.value
        #expect(await client.snapshot(for: .user("u0"), within: .zero)[owner] == "u0")
        #expect(service.questions.withLock { $0.count } == 1001)
        #expect(await client.snapshot(for: .user("u1"), within: .zero)[owner] == "default")
        await until { service.questions.withLock { $0.count } == 1002 }
        await client.shutdown()
    }

    @Test("Sends no request offline, and ends requests in progress")
    func offline() async {
        let client = await FlagClient.serving(service, at: time)
        let known = ask(client, "ada")
        await service.answer(0)
        _ = await known.value
        let pending = ask(client, "bob")
        _ = await service.question(1)
        await client.setOnline(false)
        #expect(await pending.value.details(of: owner).error?.message.contains("the client went offline") == true)
        #expect(await client.snapshot(for: .user("ada"), within: never)[owner] == "ada")
        let details = await client.snapshot(for: .user("eve"), within: never).details(of: owner)
        #expect(details.error?.message.contains("The client is offline") == true)
        time.advance(by: .seconds(60))
        let stale = await client.snapshot(for: .user("ada"), within: never)
        #expect(stale[owner] == "ada" && stale.state.status == .stale)
        #expect(service.asked == ["ada", "bob"])
        await client.shutdown()
    }

    @Test("Sends no request after going offline, even for earlier calls")
    func offlineRace() async {
        let client = await FlagClient.serving(service, at: time)
        let calls = (0..<200).map { number in
            Task { await client.snapshot(for: .user("u\(number)"), within: .zero) }
        }
        await client.setOnline(false)
        let asked = service.asked.count
        for call in calls { _ = await call.value }
        await until { service.most.withLock { $0.now } == 0 }
        // Requests in progress were canceled, and no request began later.
        #expect(service.asked.count <= asked + OnDemandFlags.requests)
        let after = service.asked.count
        _ = await client.snapshot(for: .user("late"), within: .zero)
        #expect(service.asked.count == after)
        await client.shutdown()
    }

    @Test("Closes the provider after its requests have ended")
    func closing() async {
        let client = await FlagClient.serving(service, at: time)
        let call = ask(client, "ada")
        _ = await service.question(0)
        await client.shutdown()
        #expect(await call.value[owner] == "default")
        #expect(service.closedWhileAsked.withLock { $0 } == [false])
    }

    @Test("Discards an erased identity's flags and pending response")
    func erased() async {
        let client = await FlagClient.serving(service, at: time)
        let first = ask(client, "ada")
        await service.answer(0)
        _ = await first.value
        await client.erase(.user("ada"))
        let second = ask(client, "ada")
        let question = await service.question(1)
        #expect(question.request.resume == nil)
        await client.erase(.user("ada"))
        #expect(await second.value[owner] == "default")
        question.answer.set(.success(.ready(service.snapshot(for: .user("ada")))))
        #expect(await client.snapshot(for: .user("ada"), within: .zero)[owner] == "default")
        await client.shutdown()
    }

    @Test("Sends no request before the start or after the shutdown")
    func phases() async {
        let client = FlagClient(provider: service, options: .manual(time))
        #expect(
            await client.snapshot(for: .user("ada"), within: never).details(of: owner).error?.code == .providerNotReady)
        await client.start()
        let first = ask(client, "ada")
        await service.answer(0)
        let view = await first.value
        let pending = ask(client, "bob")
        _ = await service.question(1)
        await client.shutdown()
        #expect(await pending.value[owner] == "default")
        #expect(view[owner] == "ada")
        #expect(await client.snapshot(for: .user("ada"), within: never)[owner] == "default")
        #expect(service.asked == ["ada", "bob"])
    }

    @Test("Serves the new provider's flags after a provider switch")
    func replaced() async throws {
        let client = await FlagClient.serving(service, at: time)
        let first = ask(client, "ada")
        await service.answer(0)
        _ = await first.value
        let pending = ask(client, "bob")
        _ = await service.question(1)
        try await client.switchProvider(to: InMemoryFlagProvider { _ in ["owner": "rules"] })
        #expect(await pending.value[owner] == "rules")
        #expect(await client.snapshot(for: .user("ada"), within: never)[owner] == "rules")
        await client.shutdown()
    }

    @Test("Sends requests to a wrapped provider")
    func wrapped() async throws {
        let provider = try PersistedProvider(
            service, policy: VariantLookupPolicy.networkFirst(), store: InMemoryFlagStore(), time: time)
        let client = await FlagClient.serving(provider, at: time)
        let call = ask(client, "ada")
        await service.answer(0)
        #expect(await call.value[owner] == "ada")
        await client.shutdown()
    }

    @Test("Returns to a canceled caller immediately while another one waits")
    func cancelled() async {
        let client = await FlagClient.serving(service, at: time)
        let (one, other) = (ask(client, "ada"), ask(client, "ada"))
        _ = await service.question(0)
        one.cancel()
        #expect(await one.value[owner] == "default")
        await service.answer(0)
        #expect(await other.value[owner] == "ada")
        await client.shutdown()
    }

    @Test("Applies overrides to on-demand flags")
    func overrides() async {
        let client = await FlagClient.serving(service, at: time)
        let call = ask(client, "ada")
        await service.answer(0)
        _ = await call.value
        client.overrides.set(owner, "forced")
        #expect(await client.snapshot(for: .user("ada"), within: .zero)[owner] == "forced")
        await client.shutdown()
    }
}
