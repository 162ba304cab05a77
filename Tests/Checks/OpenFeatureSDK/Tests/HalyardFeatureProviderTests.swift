// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Combine
import Foundation
import Halyard
import HalyardTesting
import OpenFeature
import OpenFeatureAdapters
import TestSupport
import Testing

@Suite("HalyardFeatureProvider")
struct HalyardFeatureProviderTests {
    private let provider = TestProvider([
        "new-nav": true, "limit": 3, "ratio": 0.5, "banner": ["title": "Hi"], "list": [1],
    ])
    private let api = OpenFeatureAPI()

    @Test("Reports the start, a context, a change, an outage, and the shutdown as events")
    func events() async {
        let flags = FlagClient(provider: provider)
        let events = Recorder<String>()
        let subscription = api.observe().sink { events.add(name(of: $0)) }
        let adapter = HalyardFeatureProvider(flags)
        await api.setProviderAndWait(provider: adapter, initialContext: ImmutableContext(targetingKey: "ada"))
        #expect(api.getProviderStatus() == .ready)
        await until { events.all == ["ready"] }
        await api.setEvaluationContextAndWait(evaluationContext: ImmutableContext(targetingKey: "grace"))
        #expect(flags.context == .user("grace"))
        await until { events.all.last == "contextChanged" }
        provider.set("limit", 4)
        await until { events.all.last == "configurationChanged limit" }
        provider.fail(FlagError(.general, "down"))
        await until { events.all.last == "stale down" }
        #expect(api.getProviderStatus() == .stale)
        provider.answer()
        await until { events.all.last == "ready" }
        await flags.shutdown()
        await until { events.all.last?.hasPrefix("error") == true }
        #expect(
            events.all.filter { $0 != "reconciling" } == [
                "ready", "contextChanged", "configurationChanged limit", "stale down", "ready",
                "error The Halyard client is shut down. Create a client and a provider for it.",
            ])
        subscription.cancel()
    }

    @Test("Reports the status of a client that the app started before")
    func startedBefore() async {
        let flags = FlagClient(provider: provider)
        await flags.start()
        await api.setProviderAndWait(provider: HalyardFeatureProvider(flags))
        #expect(api.getProviderStatus() == .ready)
        #expect(api.getClient().getValue(key: "limit", defaultValue: Int64(0)) == 3)
    }

    @Test("Resolves the start after its time limit, and is ready later")
    func slowStart() async {
        provider.hold()
        let flags = FlagClient(provider: provider)
        await api.setProviderAndWait(provider: HalyardFeatureProvider(flags, patience: .zero))
        #expect(api.getProviderStatus() == .notReady)
        #expect(api.getClient().getDetails(key: "limit", defaultValue: Int64(7)).errorCode == .providerNotReady)
        provider.answer()
        await until { api.getProviderStatus() == .ready }
    }

    @Test("Reads every type")
    func types() async {
        await api.setProviderAndWait(provider: HalyardFeatureProvider(FlagClient(provider: provider)))
        let client = api.getClient()
        #expect(client.getBooleanValue(key: "new-nav", defaultValue: false))
        #expect(client.getIntegerValue(key: "limit", defaultValue: 0) == 3)
        #expect(client.getDoubleValue(key: "limit", defaultValue: 0) == 3)
        #expect(client.getDoubleValue(key: "ratio", defaultValue: 0) == 0.5)
        #expect(client.getObjectValue(key: "banner", defaultValue: .null) == .structure(["title": .string("Hi")]))
        #expect(client.getObjectValue(key: "list", defaultValue: .null) == .list([.integer(1)]))
        #expect(client.getObjectDetails(key: "limit", defaultValue: .null).errorCode == .typeMismatch)
        #expect(client.getStringDetails(key: "missing", defaultValue: "x").errorCode == .flagNotFound)
    }

    @Test("Maps the context, with dates as strings")
    func contexts() {
        let date = Date(timeIntervalSince1970: 1_767_225_600.25)
        let context = ImmutableContext(
            targetingKey: "ada",
            structure: ImmutableStructure(attributes: [
                "since": .date(date), "plan": .string("gold"),
                "nested": .structure(["a": .list([.integer(1), .null])]),
            ]))
        #expect(
            Halyard.EvaluationContext(context)
                == .user(
                    "ada", ["since": "2026-01-01T00:00:00.250Z", "plan": "gold", "nested": ["a": [1, .null]]]))
        #expect(Halyard.EvaluationContext(ImmutableContext()).isAnonymous)
    }

    @Test("Maps contexts with the app's closure")
    func mapping() async {
        let flags = FlagClient(provider: provider)
        let adapter = HalyardFeatureProvider(flags) { context in
            Halyard.EvaluationContext(context).keepingPrivate("email")
        }
        await api.setProviderAndWait(
            provider: adapter,
            initialContext: ImmutableContext(targetingKey: "ada").withAttribute(key: "email", value: .string("a@b.c")))
        #expect(flags.context.primary.privateAttributes == ["email"])
    }

    @Test("Tracks events with the context of the call")
    func tracking() async throws {
        let sink = RecordingSink()
        let flags = FlagClient(provider: provider, sinks: [sink])
        await api.setProviderAndWait(provider: HalyardFeatureProvider(flags))
        api.getClient().track(
            key: "checkout", context: ImmutableContext(targetingKey: "grace"),
            details: ImmutableTrackingEventDetails(value: 49.9).withAttribute(key: "items", value: .integer(3)))
        await flags.flush()
        let event = try #require(sink.trackingEvents.first)
        #expect(event.name == "checkout")
        #expect(event.data == ["items": 3])
        #expect(event.metric == 49.9)
        #expect(event.context.key == "grace")
    }

    @Test("Lets the SDK's MultiProvider ask the next provider for a missing flag only")
    func multiProvider() async {
        let first = FlagClient(provider: InMemoryFlagProvider(["a": 1]))
        let second = FlagClient(provider: InMemoryFlagProvider(["a": 2, "b": 3]))
        await api.setProviderAndWait(
            provider: MultiProvider(providers: [HalyardFeatureProvider(first), HalyardFeatureProvider(second)]),
            initialContext: ImmutableContext(targetingKey: "ada"))
        #expect(api.getProviderStatus() == .ready)
        let client = api.getClient()
        #expect(client.getValue(key: "a", defaultValue: Int64(0)) == 1)
        #expect(client.getValue(key: "b", defaultValue: Int64(0)) == 3)
        #expect(client.getDetails(key: "c", defaultValue: Int64(7)).errorCode == .flagNotFound)
        #expect(client.getDetails(key: "a", defaultValue: "x").errorCode == .typeMismatch)
        await api.setEvaluationContextAndWait(evaluationContext: ImmutableContext(targetingKey: "grace"))
        #expect([first, second].map(\.context) == [.user("grace"), .user("grace")])
    }

    @Test("Applies the last of several overlapping contexts")
    func overlappingContexts() async {
        let flags = FlagClient(provider: provider)
        await api.setProviderAndWait(provider: HalyardFeatureProvider(flags))
        await withTaskGroup { group in
            for number in 0..<20 {
                api.setEvaluationContext(evaluationContext: ImmutableContext(targetingKey: "user\(number)"))
                group.addTask { _ = flags.bool("new-nav", default: false) }
            }
        }
        await until { flags.context == .user("user19") && api.getProviderStatus() == .ready }
    }

    @Test("Releases the client with the provider")
    func release() async {
        weak let client: FlagClient?
        do {
            let flags = FlagClient(provider: provider)
            client = flags
            await api.setProviderAndWait(provider: HalyardFeatureProvider(flags))
        }
        #expect(client != nil)
        api.clearProvider()
        await until { client == nil }
    }
}

/// The name of an event, with its message and its flags.
private func name(of event: ProviderEvent) -> String {
    switch event {
    case .ready: "ready"
    case .error(let details): "error \(details?.message ?? "")"
    case .stale(let details): "stale \(details?.message ?? "")"
    case .configurationChanged(let details):
        "configurationChanged \(details?.flagsChanged?.joined(separator: ", ") ?? "")"
    case .reconciling: "reconciling"
    case .contextChanged: "contextChanged"
    }
}
