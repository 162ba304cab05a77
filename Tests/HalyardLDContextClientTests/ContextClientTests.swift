// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLDEngine
import HalyardLaunchDarkly
import HostileServer
import LDTestSupport
import TestSupport
import Testing

@testable import HalyardLDContextClient

/// The context-based client, over sockets.
@Suite("LDClient for contexts")
struct ContextClientTests {
    private static let flags =
        #"{"on":{"value":true,"version":1,"variation":1},"n":{"value":2.7,"version":1},"huge":{"value":1e300,"version":1},"#
        + #""s":{"value":"x","version":1},"o":{"value":{"title":"T","count":3},"version":1},"none":{"value":null,"version":1}}"#

    private func context(_ key: String, _ kind: String = "user") throws -> LDContext {
        var builder = LDContextBuilder(key: key)
        builder.kind(kind)
        builder.trySetValue("plan", "gold")
        builder.addPrivateAttribute(Reference("plan"))
        return try builder.build().get()
    }

    /// Creates a stage whose service responds only to contexts with one of the keys.
    private func stage(answeringFor keys: Set<String>) throws -> ContextStage {
        try ContextStage { request in
            let path = request.target.split(separator: "/").last.map(String.init) ?? ""
            let padding = String(repeating: "=", count: (4 - path.count % 4) % 4)
            let json = Data(base64Encoded: path + padding).map { String(decoding: $0, as: UTF8.self) } ?? ""
            guard let key = keys.first(where: { json.contains("\"key\":\"\($0)\"") }) else { return [.stall] }
            return Step.flags(#"{"who":{"value":"\#(key)","version":1}}"#)
        }
    }

    @Test("Compares numbers with literals")
    func numbers() {
        #expect(LDValue.number(42) == 42)
        #expect(LDValue.number(2.5) == 2.5)
        #expect(LDValue.number(2) != 2.5)
    }

    @Test("Sends the context in requests for flags and in events")
    func wire() async throws {
        let stage = try ContextStage { _ in Step.flags(Self.flags) }
        defer { stage.server.stop() }
        let client = try await stage.started(context("o", "org"))
        #expect(client.boolVariation(forKey: "on", defaultValue: false))
        client.track(key: "bought")
        client.close()
        let posts = try await stage.posts(1)
        let json = #"{"_meta":{"privateAttributes":["plan"]},"key":"o","kind":"org","plan":"gold"}"#
        let start: Int64 = 1_767_225_600_000
        let redacted = #"{"_meta":{"redactedAttributes":["plan"]},"key":"o","kind":"org"}"#
        #expect(stage.asked.map(\.target) == ["/msdk/evalx/contexts/" + Data(json.utf8).urlText])
        #expect(posts.map { $0.value(of: "X-LaunchDarkly-Event-Schema") } == ["4"])
        #expect(
            posts.map(\.text) == [
                #"[{"context":\#(redacted),"creationDate":\#(start),"key":"org:o","kind":"identify"},"#
                    + #"{"context":\#(redacted),"creationDate":\#(start),"key":"bought","kind":"custom"},"#
                    + #"{"context":\#(redacted),"endDate":\#(start),"features":{"on":{"contextKinds":["org"],"#
                    + #""counters":[{"count":1,"value":true,"variation":1,"version":1}],"default":false}},"kind":"summary","#
                    + #""startDate":\#(start)}]"#
            ])
    }

    @Test("Returns values of the requested types, including custom types")
    func typed() async throws {
        struct Banner: Decodable, Equatable, LDValueConvertible {
            var title: String
            var count: Int
            func toLDValue() -> LDValue { ["title": .string(title), "count": .number(Double(count))] }
        }
        let stage = try ContextStage { _ in Step.flags(Self.flags) }
        defer { stage.end() }
        let client = try await stage.started(context("a"))
        #expect(client.boolVariation(forKey: "s", defaultValue: true))
        #expect(client.intVariation(forKey: "n", defaultValue: 9) == 2)
        #expect(client.intVariation(forKey: "huge", defaultValue: 9) == 9)
        #expect(
            client.intVariationDetail(forKey: "huge", defaultValue: 9).reason?["errorKind"] == "WRONG_TYPE")
        #expect(client.doubleVariation(forKey: "n", defaultValue: 9) == 2.7)
        #expect(client.doubleVariationDetail(forKey: "on", defaultValue: 9).value == 9)
        #expect(client.stringVariation(forKey: "s", defaultValue: "d") == "x")
        #expect(client.stringVariationDetail(forKey: "gone", defaultValue: "d").value == "d")
        #expect(client.boolVariationDetail(forKey: "on", defaultValue: false).variationIndex == 1)
        #expect(client.jsonVariation(forKey: "o", defaultValue: .null) == ["title": "T", "count": 3])
        #expect(client.jsonVariationDetail(forKey: "none", defaultValue: .number(1)).value == .number(1))
        let fallback = Banner(title: "", count: 0)
        #expect(client.variation(forKey: "o", defaultValue: fallback) == Banner(title: "T", count: 3))
        #expect(client.variation(forKey: "s", defaultValue: fallback) == fallback)
        #expect(
            client.variationDetail(forKey: "s", defaultValue: fallback).reason?["errorKind"] == "WRONG_TYPE")
    }

    @Test("Truncates fractions for a custom type's integers")
    func truncated() async throws {
        struct Limits: Decodable, Equatable, LDValueConvertible {
            var count: Int
            var small: UInt8?
            var list: [Int32]?
            func toLDValue() -> LDValue { .null }
        }
        let stage = try ContextStage { _ in
            Step.flags(
                #"{"fraction":{"value":{"count":-2.7,"small":255.9,"list":[1.5,2]},"version":1},"#
                    + #""large":{"value":{"count":1e300},"version":1},"negative":{"value":{"count":1,"small":-1},"version":1},"#
                    + #""text":{"value":{"count":"3"},"version":1}}"#)
        }
        defer { stage.end() }
        let client = try await stage.started(context("a"))
        let fallback = Limits(count: 0)
        let read = client.variation(forKey: "fraction", defaultValue: fallback)
        #expect(read == Limits(count: -2, small: 255, list: [1, 2]))
        for key in ["large", "negative", "text"] {
            let detail = client.variationDetail(forKey: key, defaultValue: fallback)
            #expect(detail.value == fallback && detail.reason?["errorKind"] == "WRONG_TYPE")
        }
    }

    /// Moves the stage's clock while a closure waits for it.
    private func passing<Result: Sendable>(_ stage: ContextStage, _ body: () async throws -> Result) async rethrows
        -> Result
    {
        let clock = Task { await until(moving: stage.time, by: .seconds(1)) { false } }
        defer { clock.cancel() }
        return try await body()
    }

    @Test("Reports the result of each identify, such as shed and timeout")
    func identify() async throws {
        let stage = try stage(answeringFor: ["a", "c"])
        defer { stage.end() }
        let client = try await stage.started(context("a"))
        let (b, c) = (try context("b"), try context("c"))
        async let overtaken = client.identified(context: b)
        await until { stage.asked.count == 2 }
        // The client delays going online starting with the third time.
        #expect(await passing(stage) { await client.identified(context: c) } == .complete)
        #expect(await overtaken == .shed)
        #expect(client.stringVariation(forKey: "who", defaultValue: "") == "c")
        #expect(await client.identified(context: try context("d"), timeout: 0) == .timeout)
        let results = Recorder<IdentifyResult>()
        client.identify(context: c, timeout: 1e8) { results.add($0) }
        await passing(stage) { await until { results.count == 1 } }
        #expect(results.all == [.complete])
        await completed { done in client.identify(context: c) { done() } }
        client.identify(context: c) { result in results.add(result) }
        await until { results.count == 2 }
        #expect(results.all == [.complete, .complete])
        client.close()
        #expect(await client.identified(context: try context("a")) == .error)
    }

    @Test("Serves stored or previous flags according to useCache")
    func cacheChoices() async throws {
        let store = InMemoryFlagStore()
        let config = { (stage: ContextStage) in stage.config { $0.streamingMode = .streaming } }
        let put = { @Sendable (who: String) in
            [Step.send(.eventStream + .event("put", #"{"who":{"value":"\#(who)","version":1}}"#)), .stall]
        }
        // This stores the flags of a context from an earlier launch.
        let earlier = try ContextStage(store: store) { _ in put("kept") }
        let before = try await earlier.started(context("k"), config(earlier))
        before.close()
        let scope = StoreKey.Scope(provider: "launchdarkly", environment: SHA256.hexDigest(of: "mob".utf8))
        await until { await store.keys(in: scope).isEmpty == false }
        earlier.server.stop()
        let rows: [(String, IdentifyCacheUsage, String)] = [
            ("k", .yes, "kept"), ("k", .no, "a"), ("k", .ifAvailable, "kept"), ("x", .yes, "none"), ("x", .no, "a"),
            ("x", .ifAvailable, "a"),
        ]
        for (key, choice, expected) in rows {
            let answered = Self.path(try context("a"))
            let stage = try ContextStage(store: store) { request in
                request.target.hasSuffix(answered) ? put("a") : [.stall]
            }
            defer { stage.end() }
            let client = try await stage.started(context("a"), config(stage))
            #expect(await client.identified(context: try context(key), timeout: 0, useCache: choice) == .timeout)
            await until { stage.asked.count == 2 }
            #expect(
                client.stringVariation(forKey: "who", defaultValue: "none") == expected, "\(key) \(choice)")
        }
    }

    private static func path(_ context: LDContext) -> String {
        let neutral = context.neutralContext.attachment(as: LaunchDarklyContext.self)
        return Data(JSONWriter.bytes(neutral?.json ?? .null)).urlText
    }

    @Test("Creates an anonymous context with the device key if no key is passed")
    func keyless() throws {
        let context = try LDContextBuilder().build().get()
        #expect(context.getValue("anonymous") == true)
        #expect(context.contextKeys().keys.sorted() == ["user"])
        #expect(context == (try LDContextBuilder().build().get()))
        // A start without a context uses this one.
        #expect(context == LDContext.ofThisDevice)
    }

    @Test("Passes every option to the provider")
    func options() {
        var config = LDConfig(mobileKey: "mob", autoEnvAttributes: .enabled)
        config.allContextAttributesPrivate = true
        config.privateContextAttributes = ["/a/b", "c"]
        config.maxCachedContexts = 3
        config.enableCompression = true
        config.omitAnonymousContexts = true
        config.secureModeHash = "h"
        config.evaluationReasons = true
        let options = config.options("mob", 1)
        #expect(options.contextModel == .contexts)
        #expect(options.addsEnvironmentAttributes)
        #expect(options.events.allAttributesPrivate)
        #expect(options.events.privateAttributes == ["/a/b", "c"])
        #expect(options.maxCachedUsers == 3)
        #expect(options.events.isCompressed && options.withReasons)
        #expect(options.events.omitsAnonymousContexts)
        #expect(options.secureModeHash == "h")
        #expect(config != LDConfig(mobileKey: "mob", autoEnvAttributes: .enabled))
        #expect(config.minima.flagPollingInterval <= config.flagPollingInterval)
    }

    /// A hook that records all data of each stage.
    private struct Note: Hook {
        let name: String
        let lines: Recorder<String>

        func beforeEvaluation(
            seriesContext series: EvaluationSeriesContext, seriesData: EvaluationSeriesData
        ) -> EvaluationSeriesData {
            lines.add(
                "\(name) before \(series.flagKey) \(series.methodName) \(series.defaultValue.neutral) "
                    + "\(series.context.fullyQualifiedKey()) \(series.environmentId ?? "-") \(seriesData.count)")
            return ["by": name]
        }

        func afterEvaluation(
            seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData,
            evaluationDetail detail: LDEvaluationDetail<LDValue>
        ) -> EvaluationSeriesData {
            let reason = detail.reason.map { LDValue.object($0).neutral } ?? .null
            lines.add(
                "\(name) after \(seriesContext.flagKey) \(seriesData["by"] ?? "nothing") \(detail.value.neutral) "
                    + "\(detail.variationIndex ?? -1) \(reason)")
            return seriesData
        }

        func afterTrack(seriesContext series: TrackSeriesContext) {
            lines.add(
                "\(name) track \(series.key) \(series.context.fullyQualifiedKey()) "
                    + "\(series.data?.neutral ?? .null) \(series.metricValue ?? -1) \(series.environmentId ?? "-")")
        }
    }

    private struct Silent: Hook {}

    @Test("Runs hooks around evaluations and after tracking events", arguments: [true, false])
    func hookStages(sendsEvents: Bool) async throws {
        let flags = #"{"on":{"value":true,"version":1,"variation":1,"reason":{"kind":"OFF"}}}"#
        let answer = Wire.response(200, ["X-LD-EnvID: env-7"], body: Wire(Array(flags.utf8)))
        let stage = try ContextStage { _ in [.send(answer)] }
        defer { stage.end() }
        let lines = Recorder<String>()
        let config = stage.config {
            $0.sendEvents = sendsEvents
            $0.hooks = [Note(name: "A", lines: lines), Silent(), Note(name: "B", lines: lines)]
        }
        let client = try await stage.started(context("u"), config)
        #expect(Silent().metadata() == Metadata(name: "UNDEFINED"))
        #expect(client.boolVariation(forKey: "on", defaultValue: false))
        #expect(client.stringVariation(forKey: "on", defaultValue: "x") == "x")
        #expect(client.jsonVariation(forKey: "none", defaultValue: ["a": 1]) == ["a": 1])
        #expect(client.boolVariationDetail(forKey: "on", defaultValue: false).value)
        client.track(key: "bought", data: ["sku": 1], metricValue: 2)
        client.track(key: "left")
        #expect(
            lines.all == [
                "A before on boolVariation false u env-7 0", "B before on boolVariation false u env-7 0",
                "B after on B true 1 null", "A after on A true 1 null",
                #"A before on stringVariation "x" u env-7 0"#, #"B before on stringVariation "x" u env-7 0"#,
                #"B after on B "x" -1 {"errorKind":"WRONG_TYPE","kind":"ERROR"}"#,
                #"A after on A "x" -1 {"errorKind":"WRONG_TYPE","kind":"ERROR"}"#,
                #"A before none jsonVariation {"a":1} u env-7 0"#, #"B before none jsonVariation {"a":1} u env-7 0"#,
                #"B after none B {"a":1} -1 {"errorKind":"FLAG_NOT_FOUND","kind":"ERROR"}"#,
                #"A after none A {"a":1} -1 {"errorKind":"FLAG_NOT_FOUND","kind":"ERROR"}"#,
                "A before on boolVariationDetail false u env-7 0", "B before on boolVariationDetail false u env-7 0",
                "B after on B true 1 null", "A after on A true 1 null",
                #"A track bought u {"sku":1} 2.0 env-7"#, #"B track bought u {"sku":1} 2.0 env-7"#,
                "A track left u null -1.0 env-7", "B track left u null -1.0 env-7",
            ])
    }

    @Test("Passes requested reasons and the stored environment ID to hooks")
    func hookReasons() async throws {
        let store = InMemoryFlagStore()
        let flags = #"{"on":{"value":true,"version":1,"variation":1,"reason":{"kind":"OFF"}}}"#
        let head = Wire.chunkedHead(200, ["Content-Type: text/event-stream", "X-LD-EnvID: env-8"])
        let lines = Recorder<String>()
        func change(_ config: inout LDConfig) {
            config.streamingMode = .streaming
            config.evaluationReasons = true
            config.hooks = [Note(name: "A", lines: lines)]
        }
        let stage = try ContextStage(store: store) { _ in [.send(head + .event("put", flags)), .stall] }
        let first = try await stage.started(context("u"), stage.config(change))
        #expect(first.boolVariation(forKey: "on", defaultValue: false))
        await first.handle.environment?.client.shutdown()
        stage.end()
        let silent = try ContextStage(store: store) { _ in [.send(.response(401))] }
        defer { silent.end() }
        let second = try await silent.started(context("u"), silent.config(change))
        #expect(second.boolVariation(forKey: "on", defaultValue: false))
        #expect(
            lines.all == [
                "A before on boolVariation false u env-8 0", #"A after on A true 1 {"kind":"OFF"}"#,
                "A before on boolVariation false u env-8 0", #"A after on A true 1 {"kind":"OFF"}"#,
            ])
    }

    @Test("Returns typed values for all flags and for changes")
    func typedValues() async throws {
        let isObserved = Gate()
        let stage = try ContextStage { _ in
            [
                .send(
                    .eventStream
                        + .event("put", #"{"on":{"value":true,"version":1},"none":{"value":null,"version":1}}"#)),
                .wait(isObserved), .send(.event("patch", #"{"key":"on","value":{"a":[1]},"version":2}"#)), .stall,
            ]
        }
        defer { stage.end() }
        let client = try await stage.started(context("a"), stage.config { $0.streamingMode = .streaming })
        #expect(client.allFlags == ["on": true])
        let (owner, notified) = (Owner(), Recorder<[LDValue]>())
        client.observe(key: "on", owner: owner) { notified.add([$0.oldValue, $0.newValue]) }
        client.observe(key: "none", owner: owner) { notified.add([$0.oldValue, $0.newValue]) }
        isObserved.open()
        await until { notified.count == 1 }
        #expect(notified.all == [[true, ["a": [1]]]])
        #expect(client.allFlags == ["on": ["a": [1]]])
        client.close()
        #expect(client.allFlags == nil)
        withExtendedLifetime(owner) {}
    }
}

extension Data {
    /// The bytes in URL-safe Base64, without padding.
    fileprivate var urlText: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
