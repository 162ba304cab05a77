// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTransport
import HalyardUnleash
import HostileServer
import TestSupport
import Testing

@Suite("Unleash rules: registration and metrics")
struct RulesReportingTests {
    private func reporting(_ stage: RulesStage, _ change: (inout UnleashLocalOptions) -> Void = { _ in })
        throws -> UnleashLocalProvider
    {
        try stage.provider { options in
            options.sendsMetrics = true
            options.refreshInterval = .zero
            change(&options)
        }
    }

    @Test("Registers the app once, with its properties and strategies")
    func registration() async throws {
        let stage = try RulesStage(.rules(["a": "gold"]))
        defer { stage.server.stop() }
        let provider = try reporting(stage) { $0.strategies = ["even": { _, _ in true }] }
        let client = stage.client(provider)
        #expect(await client.start() == .ready)
        let request = try await stage.first("/client/register")
        #expect(request.target == "/api/client/register" && request.value(of: "Authorization") == "token")
        let platform = Platform.system
        let body =
            #"{"appName":"halyard","connectionId":"\#(UnleashStage.connectionId)","environment":"default","#
            + #""instanceId":"swift","interval":0,"platformName":"\#(platform.name)","#
            + #""platformVersion":"\#(platform.version)","sdkVersion":"halyard-swift:0.1.0","specVersion":"6.1.0","#
            + #""started":"2026-01-01T00:00:00.000Z","strategies":["default","userWithId","flexibleRollout","#
            + #""gradualRolloutUserId","gradualRolloutSessionId","gradualRolloutRandom","remoteAddress","#
            + #""applicationHostname","even"],"yggdrasilVersion":null}"#
        #expect(request.text == body)
        await client.setContext(.gold)
        await client.refresh()
        await client.shutdown()
        let second = stage.client(provider)
        #expect(await second.start() == .ready)
        await second.refresh()
        await second.shutdown()
        #expect(stage.server.requests.filter { $0.target.hasSuffix("register") }.count == 1)
    }

    @Test("Registers the app once when runs end during the registration")
    func registrationUnderWay() async throws {
        let gate = Gate()
        let stage = try RulesStage { request in
            if request.target.hasSuffix("register") { return [.wait(gate), .send(.response(202))] }
            return [.send(request.target.hasSuffix("metrics") ? .response(202) : .rules(["a": "gold"]))]
        }
        defer { stage.server.stop() }
        let client = stage.client(try reporting(stage))
        #expect(await client.start() == .ready)
        for _ in 1...5 { #expect(await client.refresh() == .completed) }
        _ = try await stage.first("/client/register")
        gate.open()
        await client.refresh()
        await client.shutdown()
        #expect(stage.server.requests.filter { $0.target.hasSuffix("register") }.count == 1)
        #expect(client.diagnostics.recent == [])
    }

    @Test(
        "Reports a failed registration, serves flags, and tries again later",
        arguments: [
            (401, RulesPollingTests.clientTokenAdvice), (403, RulesPollingTests.clientTokenAdvice),
            (500, "Halyard tries again when the provider starts again. Flags don't depend on the registration."),
        ])
    func refused(status: Int, suggestion: String) async throws {
        let answers = InTurn([Wire.response(status), .response(202)])
        let stage = try RulesStage { request in
            if request.target.hasSuffix("register") { return [.send(answers.next())] }
            return [.send(request.target.hasSuffix("metrics") ? .response(202) : .rules(["a": "gold"]))]
        }
        defer { stage.server.stop() }
        let provider = try reporting(stage)
        let client = stage.client(provider)
        #expect(await client.start() == .ready)
        await until { client.diagnostics.recent.contains { $0.code == "registrationFailed" } }
        #expect(
            client.diagnostics.recent.map(\.description) == [
                "warning: unleash: The app couldn't be registered: the service responded with status \(status). \(suggestion)"
            ])
        #expect(client.snapshot(for: .gold).bool("a", default: false))
        await client.refresh()
        await until { stage.server.requests.filter { $0.target.hasSuffix("register") }.count == 2 }
        await client.shutdown()
    }

    @Test("Ends a pending registration when going offline or shutting down", arguments: [false, true])
    func registrationEnds(isShutdown: Bool) async throws {
        let gate = Gate()
        let stage = try RulesStage { request in
            if request.target.hasSuffix("register") { return [.wait(gate), .send(.response(202))] }
            return [.send(request.target.hasSuffix("metrics") ? .response(202) : .rules(["a": "gold"]))]
        }
        defer {
            gate.open()
            stage.server.stop()
        }
        let client = stage.client(try reporting(stage))
        #expect(await client.start() == .ready)
        _ = try await stage.first("/client/register")
        if isShutdown {
            await client.shutdown()
        } else {
            #expect(await client.setOnline(false) == .completed)
            #expect(await client.setOnline(true) == .completed)
            await client.refresh()
            await until { stage.server.requests.filter { $0.target.hasSuffix("register") }.count == 2 }
            await client.shutdown()
        }
        #expect(client.diagnostics.recent.filter { $0.code == "registrationFailed" } == [])
    }

    @Test("Reports reads of all contexts without naming a user")
    func metrics() async throws {
        let stage = try RulesStage(.rules(["a": "gold"]))
        defer { stage.server.stop() }
        let client = stage.client(try reporting(stage))
        #expect(await client.start() == .ready)
        for _ in 1...3 { _ = client.snapshot(for: .gold).bool("a", default: false) }
        _ = client.snapshot(for: .silver).bool("a", default: false)
        _ = client.snapshot(for: .silver).bool("unknown", default: true)
        await client.flush()
        let request = try await stage.first("/client/metrics")
        let platform = Platform.system
        let body =
            #"{"appName":"halyard","bucket":{"start":"2026-01-01T00:00:00.000Z","stop":"2026-01-01T00:00:00.000Z","#
            + #""toggles":{"a":{"no":1,"yes":3},"unknown":{"no":1,"yes":0}}},"#
            + #""connectionId":"\#(UnleashStage.connectionId)","environment":"default","instanceId":"swift","#
            + #""platformName":"\#(platform.name)","platformVersion":"\#(platform.version)","specVersion":"6.1.0","#
            + #""yggdrasilVersion":null}"#
        #expect(request.text == body)
        await client.shutdown()
    }

    @Test("Sends impressions with the snapshot's context and the flag's value")
    func impressions() async throws {
        let stage = try RulesStage(.flags(#"{"features":[{"name":"a","enabled":true,"impressionData":true}]}"#))
        defer { stage.server.stop() }
        let provider = try stage.provider()
        let client = stage.client(provider)
        #expect(await client.start() == .ready)
        var impressions = provider.impressions.makeAsyncIterator()
        _ = client.snapshot(for: .gold).bool("a", default: false)
        let impression = await impressions.next()
        #expect(impression?.featureName == "a" && impression?.isEnabled == true)
        #expect(impression?.context.userId == "ada" && impression?.context.properties == ["plan": "gold"])
        await client.shutdown()
    }

    @Test("Reports a pattern that reaches the limit once for all reads")
    func patternLimit() async throws {
        let constraint = #"{"contextName":"text","operator":"REGEX","value":"(a|a){0,1000}b"}"#
        let stage = try RulesStage(
            .flags(
                #"{"features":[{"name":"a","enabled":true,"strategies":[{"name":"default","constraints":[\#(constraint)]}]}]}"#
            ))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        #expect(client.diagnostics.recent == [])
        let long = EvaluationContext.user("ann", ["text": .string(String(repeating: "a", count: 8191) + "b")])
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { @concurrent in
                    for _ in 0..<5 { #expect(!client.snapshot(for: long).bool("a", default: true)) }
                }
            }
        }
        // A context change starts a new run of the provider, which evaluates the client's own flags.
        await client.setContext(long)
        #expect(!client.bool("a", default: true))
        #expect(
            client.diagnostics.recent.map(\.description) == [
                "warning: a: A search for the pattern \"(a|a){0,1000}b\" in \"text\" reached the limit of 500000 steps. "
                    + "The constraint isn't met. Use a pattern with fewer repetitions, or a shorter value."
            ])
        await client.shutdown()
    }

    @Test("Sends no registration and no report if metrics are off")
    func disabled() async throws {
        let stage = try RulesStage(.rules(["a": "gold"]))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        _ = client.snapshot(for: .gold).bool("a", default: false)
        await client.flush()
        await client.shutdown()
        #expect(stage.server.requests.map(\.target) == ["/api/client/features"])
    }

    @Test("Reports every read of concurrent tasks while rules change")
    func eightThreads() async throws {
        let counted = Recorder<FlagValue>()
        let number = Lock(0)
        let stage = try RulesStage { request in
            if request.target.hasSuffix("metrics") {
                let report = try? JSONReader().read(Array(request.text.utf8))
                if let counts = report?["bucket"]?["toggles"]?["a"] { counted.add(counts) }
                return [.send(.response(202))]
            }
            if request.target.hasSuffix("register") { return [.send(.response(202))] }
            let count = number.withLock {
                $0 += 1
                return $0
            }
            return [.send(.rules(["a": "gold", "other": "\(count)"]))]
        }
        defer { stage.server.stop() }
        let client = stage.client(try reporting(stage))
        #expect(await client.start() == .ready)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { @concurrent in
                    for read in 0..<2000 {
                        let view = client.snapshot(for: read.isMultiple(of: 4) ? .gold : .silver)
                        _ = view.bool("a", default: false)
                    }
                }
            }
            group.addTask { for _ in 0..<10 { await client.refresh() } }
        }
        await client.shutdown()
        let sum = { (answer: String) in counted.all.compactMap { Int($0[answer]?.description ?? "") }.reduce(0, +) }
        #expect(sum("yes") == 4000)
        #expect(sum("no") == 12_000)
    }
}
