// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import Testing

struct ReasonPrinter: EvaluationHook {
    func after(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) {
        print(evaluation.flagKey, details.reason)
    }
}

/// Samples from the doc comments of types in `Halyard` and `HalyardUI`.
@Suite("Doc comment samples")
struct SampleTests {
    private let vendor = InMemoryFlagProvider(["new-nav": true], name: "vendor")

    private func showNewNavigation() {}
    private func show(limit: Int) { #expect(limit == 10) }

    @Test("Creates values and contexts")
    func values() throws {
        let banner: FlagValue = ["title": "Hello", "sizes": [1, 2.5]]
        let title = banner["title"]  // .string("Hello")
        #expect(title == .string("Hello"))

        let value = try JSONReader().read(#"{"sizes": [1, 2.5]}"#)
        #expect(value == ["sizes": [1, 2.5]])
        let text = JSONWriter.text(["sizes": [1, 2.5]])  // {"sizes":[1,2.5]}
        #expect(text == #"{"sizes":[1,2.5]}"#)

        let context = EvaluationContext.user("c3b155b0", ["plan": "gold", "email": "a@example.com"])
            .keepingPrivate("email")
            .adding(.init(.organization, key: "acme", attributes: ["size": 120]))
        #expect(context.isMultiKind)

        let rules = MappingRules(
            drop: ["note"], rename: ["plan": "tier"], constant: ["app": "shop"], private: ["email"])
        let mapped = rules.apply(to: .user("c3b155b0", ["plan": "gold", "note": "called twice"]))
        // user c3b155b0 with tier "gold" and app "shop"
        #expect(mapped["tier"] == "gold")
        #expect(mapped["app"] == "shop")
        #expect(mapped["note"] == nil)

        print(Secret("s3cret"))  // <redacted>
        #expect("\(Secret("s3cret"))" == "<redacted>")
    }

    @Test("Decodes a property with a custom value form")
    func forms() {
        struct Window: Decodable { var opens: Duration }
        let minutes = ValueForm(Duration.self, "a number of minutes") {
            Double(flagValue: $0).map { .seconds($0 * 60) }
        }
        let key = FlagKey("window", default: Window(opens: .zero), decoder: FlagValueDecoder(forms: [minutes]))
        let flags = FlagClient(provider: InMemoryFlagProvider(["window": ["opens": 2]]))
        #expect(flags[key].opens == .zero, "The client returns the default value before it starts.")
    }

    @Test("Reads flags, snapshots, and details, and sets overrides")
    func client() async {
        let flags = FlagClient(provider: InMemoryFlagProvider(["new-nav": true]))
        await flags.start(within: .seconds(2))
        if flags[.newNav] { showNewNavigation() }

        let snapshot = flags.snapshot()
        if snapshot[.newNav] { show(limit: snapshot.int("upload-limit", default: 10)) }  // both of the same moment

        let details = flags.details(of: .newNav)
        if let error = details.error { print(error.message) }
        #expect(details.error == nil)

        print(flags.explain(.newNav))  // each layer, and what it contributed
        for diagnostic in flags.diagnostics.recent { print(diagnostic) }

        flags.overrides.set(.newNav, true)  // reads see it when the call returns
        flags.overrides.removeAll()

        flags.addHooks(LoggingHook.standardError())
        flags.addHooks(TelemetryHook(emit: { event in print(event.name, event.attributes) }))
        flags.addHooks(ReasonPrinter())
        #expect(flags[.newNav])
        await flags.shutdown()
    }

    @Test("Updates a flag of an in-memory provider")
    func providers() async throws {
        let provider = InMemoryFlagProvider(["new-nav": false])
        let flags = FlagClient(provider: provider)
        await flags.start()
        provider.set(.newNav, true)  // every client sees it when the call returns
        #expect(flags[.newNav])
        await flags.shutdown()
    }

    @Test("Creates bootstrap, persistence, and replay providers")
    func wrappers() throws {
        let bootstrapped = try BootstrappedProvider(vendor, with: .file("first-flags.json"))
        let policy = VariantLookupPolicy.networkFirst(persistenceTtl: 86_400)
        let persisted = try PersistedProvider(vendor, policy: policy)
        for wrapper in [bootstrapped, persisted] as [any FlagProvider] {
            #expect(wrapper.children.map(\.name) == ["vendor"])
        }
        do {
            let policy = VariantLookupPolicy.networkFirst(persistenceTtl: 3600)
            #expect(policy == .networkFirst(persistenceTtl: 3600))
        }
        do {
            let provider = FileFlagProvider(.file("flags.json"), refreshInterval: .seconds(30))
            #expect(provider.children.isEmpty)
        }
        let replay = ReplayProvider(.file("run.json"), speed: 10)
        #expect(replay.name == "replay")
    }

    @Test("Combines providers with each strategy")
    func combining() throws {
        let first = InMemoryFlagProvider(["new-nav": true], name: "launchdarkly")
        let second = InMemoryFlagProvider(["new-nav": false], name: "unleash")
        let both = try CombinedProvider("both", [.init(first), .init(second)], strategy: .firstSuccessful)
        let flags = FlagClient(provider: both)
        #expect(flags.providerName == "both")

        let routing = CombinationStrategy.routing(
            [.init([.prefix("checkout-")], to: "unleash")], defaultRoute: ["launchdarkly"])
        let percentage = CombinationStrategy.percentage(old: "launchdarkly", new: "unleash", percent: 10)
        let comparison = CombinationStrategy.comparison(primary: "launchdarkly", sampling: 0.1)
        let migration = CombinationStrategy.migration(
            old: "launchdarkly", new: "unleash",
            stages: [.init([.prefix("search-")], .shadow), .init([.prefix("nav-")], .newWithFallback, percent: 20)])
        let strategy = CombinationStrategy("oldest") { input in input.firstMatch(among: ["launchdarkly"]) }
        for strategy in [routing, percentage, comparison, migration, strategy] {
            #expect(throws: Never.self) {
                try CombinedProvider("both", [.init(first), .init(second)], strategy: strategy)
            }
        }
    }

    @Test("Creates clients with sinks")
    func sinks() {
        let provider = vendor
        let path = FileManager.default.temporaryDirectory.appending(path: "halyard-samples-\(UUID()).jsonl").path()
        do {
            let sink = InMemorySink()
            let flags = FlagClient(provider: provider, sinks: [sink])
            #expect(flags.eventsEnabled)
        }
        do {
            let flags = FlagClient(provider: provider, sinks: [LineSink.console(), LineSink.file(path: path)])
            #expect(flags.eventsEnabled)
        }
        do {
            let flags = FlagClient(provider: vendor, sinks: [RunRecorder(path: "run.json")])
            #expect(flags.eventsEnabled)
        }
    }

    @Test("Creates a client from a configuration")
    func configuration() throws {
        let text = #"{"version": 1, "providers": {"local": {"type": "memory", "flags": {"new-nav": true}}}}"#
        let flags = try FlagClient(configuration: .json(text))
        #expect(flags.providerName == "local")

        let loaded = try ProviderRegistry().load(.json(text))
        print(loaded.active)
        #expect(loaded.active == "local")

        let type = ProviderType("company") { settings in InMemoryFlagProvider([:], name: settings.name) }
        #expect(type.name == "company")
    }
}
