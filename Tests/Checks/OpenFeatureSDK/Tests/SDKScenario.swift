// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTesting
import OpenFeature
import OpenFeatureAdapters
import TestSupport

/// A scenario of the specification that runs through the SDK's own client, with Halyard as its provider.
struct SDKScenario {
    /// The first expectation that isn't met.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    /// The details of a read, independent of the flag's type and in the specification's spelling.
    struct Outcome {
        var key = ""
        var value = FlagValue.null
        var variant = "null"
        var reason = "null"
        var errorCode = "null"
        var metadata: [String: FlagMetadataValue] = [:]
    }

    private let scenario: Scenario
    private let provider = TestProvider()
    private let hookLog = Recorder<NotingSDKHook.Call>()
    private let api = OpenFeatureAPI()
    private var context = ImmutableContext()
    private var clientHooks: [NotingSDKHook] = []
    private var optionHooks: [NotingSDKHook] = []
    private var patience = Duration.seconds(5)
    private var isCached = false
    private var asked: AskedFlag?
    private var outcome = Outcome()
    private var flags: FlagClient?

    private init(_ scenario: Scenario) throws {
        self.scenario = scenario
        provider.flags.replaceAll(with: try Specification.flags())
    }

    /// Plays a scenario, and throws an error at the first step that fails or is unknown.
    static func play(_ scenario: Scenario) async throws {
        var run = try SDKScenario(scenario)
        for step in scenario.steps {
            switch step.kind {
            case .given: try run.given(step)
            case .when: try await run.when(step)
            case .then: try await run.then(step)
            }
        }
        await run.flags?.shutdown()
    }

    // MARK: Given

    private mutating func given(_ step: Scenario.Step) throws {
        let phrase = Phrase(step.text)
        switch phrase.pattern {
        case "a stable provider": isCached = scenario.tags.contains("@reason-codes-cached")
        case "a not ready provider":
            provider.hold()
            patience = .zero
        case "a error provider": provider.fail(FlagError(.general, "The service is down."))
        case "a fatal provider": provider.fail(FlagError(.providerFatal, "The service doesn't know this app."))
        case "a stale provider": provider.goStale(FlagError(.general, "The service is down."))
        case "a client with added hook": clientHooks = [NotingSDKHook("client", hookLog)]
        case "evaluation options containing specific hooks":
            optionHooks = ["first", "second", "third"].map { NotingSDKHook($0, hookLog) }
        case "a context containing a key {}, with type {} and with value {}":
            let value = try ValueType(named: phrase[1]).value(phrase[2])
            context = context.withAttribute(key: phrase[0], value: Value(flagValue: value))
        case "a context containing a key {} with null value":
            context = context.withAttribute(key: phrase[0], value: .null)
        case "an evaluation context with modifiable data":
            context = ImmutableContext(targetingKey: "c3b155b0").withAttribute(key: "plan", value: .string("gold"))
        default:
            guard let match = phrase.pattern.wholeMatch(of: /a (\w+)-flag with key {} and a fallback value {}/) else {
                throw Failure("unknown step: \(step)")
            }
            asked = AskedFlag(name: phrase[0], defaultValue: try ValueType(named: match.1).value(phrase[1]))
        }
    }

    // MARK: When

    private mutating func when(_ step: Scenario.Step) async throws {
        switch Phrase(step.text).pattern {
        case "the flag was evaluated with details",
            "the flag was evaluated with details using the evaluation options":
            outcome = try await evaluate()
        case "the flag was evaluated with details asynchronously":
            _ = await client()
            provider.hold()
            await flags?.refresh(within: .zero)
            outcome = try await evaluate()
        default: throw Failure("unknown step: \(step)")
        }
    }

    private mutating func client() async -> any Client {
        if flags == nil {
            let flags = FlagClient(provider: isCached ? CachedFlags(inner: provider) : provider as any FlagProvider)
            self.flags = flags
            let adapter = HalyardFeatureProvider(flags, patience: isCached ? .milliseconds(50) : patience)
            await api.setProviderAndWait(provider: adapter, initialContext: context)
        }
        let client = api.getClient()
        for hook in clientHooks { client.addHooks(hook) }
        return client
    }

    private mutating func evaluate() async throws -> Outcome {
        guard let asked else { throw Failure("no flag was named") }
        let client = await client()
        let options = FlagEvaluationOptions(hooks: optionHooks)
        switch asked.defaultValue {
        case .bool(let value):
            return Outcome(client.getDetails(key: asked.name, defaultValue: value, options: options)) { .bool($0) }
        case .string(let value):
            return Outcome(client.getDetails(key: asked.name, defaultValue: value, options: options)) { .string($0) }
        case .int(let value):
            return Outcome(client.getDetails(key: asked.name, defaultValue: value, options: options)) { .int($0) }
        case .double(let value):
            return Outcome(client.getDetails(key: asked.name, defaultValue: value, options: options)) { .double($0) }
        case .object, .array, .null:
            let value = Value(flagValue: asked.defaultValue)
            return Outcome(client.getDetails(key: asked.name, defaultValue: value, options: options)) { $0.flagValue }
        }
    }

    // MARK: Then

    private mutating func then(_ step: Scenario.Step) async throws {
        let phrase = Phrase(step.text)
        switch phrase.pattern {
        case "the provider status should be {}":
            _ = await client()
            try expect(api.getProviderStatus().rawValue, "PROVIDER_" + phrase[0])
        case "the evaluation should complete without blocking":
            // The provider still holds the response.
            try expect(await flags?.setContext(Halyard.EvaluationContext(context), within: .zero), .timedOut)
        case "the original evaluation context should remain unmodified":
            try expect(api.getEvaluationContext()?.getValue(key: "plan"), .string("gold"))
        // The SDK's details are values.
        case "the evaluation details should be immutable": break
        case "the {} hook should have been executed":
            try expect(hookLog.all.filter { $0.stage == phrase[0] }.map(\.hook), ["client"])
        case "the specified hooks should execute during evaluation":
            try expect(Set(hookLog.all.map(\.hook)), ["first", "second", "third"])
        case "the hook order should be maintained":
            try expect(
                hookLog.all.map { "\($0.hook) \($0.stage)" },
                [
                    "first before", "second before", "third before", "third after", "second after", "first after",
                    "third finally", "second finally", "first finally",
                ])
        case "the {} hooks should be called with evaluation details":
            for stage in phrase[0].split(separator: ", ") { try expectDetails(of: String(stage), step) }
        default: try expectOutcome(phrase, step)
        }
    }

    private func expectOutcome(_ phrase: Phrase, _ step: Scenario.Step) throws {
        switch phrase.pattern {
        case "the resolved details value should be {}":
            guard let asked else { throw Failure("no flag was named") }
            try expect(outcome.value, try ValueType(of: asked.defaultValue).value(phrase[0]))
        case "the reason should be {}": try expect(outcome.reason, phrase[0])
        case "the error-code should be {}": try expect(outcome.errorCode, phrase[0])
        case "the flag key should be {}": try expect(outcome.key, phrase[0])
        case "the variant should be {}": try expect(outcome.variant, phrase[0])
        case "the resolved metadata should contain":
            for row in step.table.dropFirst() {
                let expected = try ValueType(named: row[1]).value(row[2])
                try expect(outcome.metadata[row[0]], FlagMetadataValue(flagValue: expected))
            }
        case "the resolved metadata is empty": try expect(outcome.metadata, [:])
        default: throw Failure("unknown step: \(step)")
        }
    }

    private func expectDetails(of stage: String, _ step: Scenario.Step) throws {
        let calls = hookLog.all.filter { $0.stage == stage }
        try expect(calls.count, 1)
        // The SDK passes no details to this stage.
        if stage == "error" { return }
        for row in step.table.dropFirst() { try expect(calls[0].details[row[1]], row[2]) }
    }

    private func expect<Value: Equatable>(_ found: Value, _ expected: Value) throws {
        if found != expected { throw Failure("found \(found), expected \(expected)") }
    }
}

extension SDKScenario.Outcome {
    fileprivate init<Read>(_ details: FlagEvaluationDetails<Read>, _ convert: (Read) -> FlagValue) {
        key = details.flagKey
        value = convert(details.value)
        variant = details.variant ?? "null"
        reason = details.reason.map(specified) ?? "null"
        errorCode = details.errorCode.map(specified) ?? "null"
        metadata = details.flagMetadata
    }
}

/// A wrapper that serves another provider's flags as cached flags.
private struct CachedFlags: ProviderWrapper {
    let inner: any FlagProvider

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        try await inner.run(
            request,
            into: channel.map { state in
                .stale(
                    state.flagSet.map { flagSet in
                        FlagSet(
                            FlagTable(
                                flagSet.table.map {
                                    EvaluatedFlag(
                                        $0.key, $0.value, variant: $0.variant, reason: .cached, metadata: $0.metadata,
                                        origin: Origin(.persisted, provider: $0.origin.provider))
                                }), for: flagSet.context)
                    })
            })
    }
}
