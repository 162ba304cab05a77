// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLDClient
import HalyardLaunchDarkly
import HostileServer
import Testing

/// The client of version 8 and later, over sockets.
@Suite("LDClient with contexts", .timeLimit(.minutes(5)))
struct LDContextClientTests {
    private static let flags =
        #"{"on":{"value":true,"version":1,"variation":1},"n":{"value":2.7,"version":1},"huge":{"value":1e300,"version":1},"#
        + #""s":{"value":"x","version":1},"o":{"value":{"title":"T","count":3},"version":1},"none":{"value":null,"version":1}}"#

    private func context(_ key: String, _ kind: String = "user") -> LDContext {
        var builder = LDContextBuilder(key: key)
        builder.kind(kind)
        builder.trySetValue("plan", "gold")
        builder.addPrivateAttribute(Reference("plan"))
        // The key and the kind are fine.
        return (try? builder.build().get()) ?? LDContext(LaunchDarklyUser(key: key))
    }

    /// A stage that answers who has one of the keys, and lets others wait.
    private func stage(answeringFor keys: Set<String>) throws -> LDStage {
        try LDStage { request in
            let path = request.target.split(separator: "/").last.map(String.init) ?? ""
            let padding = String(repeating: "=", count: (4 - path.count % 4) % 4)
            let json = Data(base64Encoded: path + padding).map { String(decoding: $0, as: UTF8.self) } ?? ""
            guard let key = keys.first(where: { json.contains("\"key\":\"\($0)\"") }) else { return [.stall] }
            return Step.flags(#"{"who":{"value":"\#(key)","version":1}}"#)
        }
    }

    private func started(_ stage: LDStage, _ context: LDContext, _ config: LDConfig? = nil) async throws -> LDClient {
        await withCheckedContinuation { continuation in
            stage.harbor.start(config: config ?? stage.config(), identity: .context(context)) { _ in
                continuation.resume()
            }
        }
        return try #require(stage.harbor.get())
    }

    @Test("numbers equal their literals")
    func numbers() {
        #expect(LDValue.number(42) == 42)
        #expect(LDValue.number(2.5) == 2.5)
        #expect(LDValue.number(.infinity) == .double(.infinity))
    }

    @Test("a context is asked for as one, and so are its events told")
    func wire() async throws {
        let stage = try LDStage { _ in Step.flags(Self.flags) }
        defer { stage.server.stop() }
        let client = try await started(stage, context("o", "org"))
        #expect(client.boolVariation(forKey: "on", defaultValue: false))
        try client.track(key: "bought")
        client.close()
        let posts = await stage.posts(1)
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

    @Test("values are read by the names of their types, and as types of the app's own")
    func typed() async throws {
        struct Banner: Decodable, Equatable, LDFlagValueConvertible {
            var title: String
            var count: Int
            func toLDFlagValue() -> LDFlagValue { .dictionary(["title": .string(title), "count": .int(count)]) }
        }
        let stage = try LDStage { _ in Step.flags(Self.flags) }
        defer { stage.end() }
        let client = try await started(stage, context("a"))
        #expect(client.boolVariation(forKey: "s", defaultValue: true))
        #expect(client.intVariation(forKey: "n", defaultValue: 9) == 2)
        #expect(client.intVariation(forKey: "huge", defaultValue: 9) == 9)
        #expect(
            client.intVariationDetail(forKey: "huge", defaultValue: 9).reason?["errorKind"] as? String == "WRONG_TYPE")
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
            client.variationDetail(forKey: "s", defaultValue: fallback).reason?["errorKind"] as? String == "WRONG_TYPE")
    }

    /// Lets the stage's time pass while something waits for it.
    private func passing<Result: Sendable>(_ stage: LDStage, _ body: () async throws -> Result) async rethrows -> Result
    {
        let clock = Task {
            while !Task.isCancelled {
                stage.time.advance(by: .seconds(1))
                await Task.yield()
            }
        }
        defer { clock.cancel() }
        return try await body()
    }

    @Test("whoever is overtaken is told, and so is who comes too late")
    func identify() async throws {
        let stage = try stage(answeringFor: ["a", "c"])
        defer { stage.end() }
        // Beyond what passes below.
        let client = try await started(stage, context("a"), stage.config { $0.connectionTimeout = 1e9 })
        async let overtaken = client.identified(context: context("b"))
        await stage.until { stage.asked.count == 2 }
        // The third time that it goes online it waits a little.
        #expect(await passing(stage) { await client.identified(context: context("c")) } == .complete)
        #expect(await overtaken == .shed)
        #expect(client.stringVariation(forKey: "who", defaultValue: "") == "c")
        #expect(await client.identified(context: context("d"), timeout: 0) == .timeout)
        let told = Told<LDIdentifyResult>()
        client.identify(context: context("c"), timeout: 1e8) { told.add($0) }
        await passing(stage) { await stage.until { told.count == 1 } }
        #expect(told.all == [.complete])
        await completed { client.identify(context: context("c"), completion: $0) }
        client.close()
        #expect(await client.identified(context: context("a")) == .error)
    }

    @Test("flags in place go, or stay, as the app says when it identifies somebody else")
    func cacheChoices() async throws {
        let store = MemorySnapshotStore()
        let config = { (stage: LDStage) in stage.config { $0.streamingMode = .streaming } }
        let put = { @Sendable (who: String) in
            [Step.send(.eventStream + .event("put", #"{"who":{"value":"\#(who)","version":1}}"#)), .stall]
        }
        // Somebody who is kept from an earlier launch.
        let earlier = try LDStage(store: store) { _ in put("kept") }
        let before = try await started(earlier, context("k"), config(earlier))
        before.close()
        let scope = StoreKey.Scope(provider: "launchdarkly", environment: SHA256.hexDigest(of: "mob".utf8))
        while await store.keys(in: scope).isEmpty { await Task.yield() }
        earlier.server.stop()
        let rows: [(String, IdentifyCacheUsage, String)] = [
            ("k", .yes, "kept"), ("k", .no, "a"), ("k", .ifAvailable, "kept"), ("x", .yes, "none"), ("x", .no, "a"),
            ("x", .ifAvailable, "a"),
        ]
        for (key, choice, expected) in rows {
            let answered = Self.path(context("a"))
            let stage = try LDStage(store: store) { request in
                request.target.hasSuffix(answered) ? put("a") : [.stall]
            }
            defer { stage.end() }
            let client = try await started(stage, context("a"), config(stage))
            #expect(await client.identified(context: context(key), timeout: 0, useCache: choice) == .timeout)
            await stage.until { stage.asked.count == 2 }
            #expect(
                client.stringVariation(forKey: "who", defaultValue: "none") == expected, "\(key) \(choice)")
        }
    }

    private static func path(_ context: LDContext) -> String { Data(JSONWriter.bytes(context.json)).urlText }

    @Test("without a context there is an anonymous one with the key of this device")
    func keyless() throws {
        let keys = LaunchDarklyDeviceKeys(random: SeededRandom(seed: 1))
        let context = try LDContextBuilder().build(keys).get()
        #expect(context.parts.map(\.isAnonymous) == [true])
        #expect(context.parts.map(\.kind) == [.user])
    }

    @Test("options that contexts brought reach the provider")
    func options() {
        var config = LDConfig(mobileKey: "mob", autoEnvAttributes: .enabled)
        config.allContextAttributesPrivate = true
        config.privateContextAttributes = ["/a/b", "c"]
        config.maxCachedContexts = 3
        config.enableCompression = true
        config.omitAnonymousContexts = true
        config.secureModeHash = "h"
        let options = config.options("mob", 1)
        #expect(options.addsEnvironmentAttributes)
        #expect(options.events.allAttributesPrivate)
        #expect(options.events.privateAttributes == ["/a/b", "c"])
        #expect(options.maxCachedUsers == 3)
        #expect(options.events.isCompressed)
        #expect(options.events.omitsAnonymousContexts)
        #expect(options.secureModeHash == "h")
        #expect(config.privateContextAttributes == [Reference("/a/b"), "c"])
        #expect(config != LDConfig(mobileKey: "mob"))
    }

    @Test("hooks hear of evaluations and events")
    func hooks() async throws {
        struct Hook: LDHook {
            let name = "test"
            let told: Told<String>
            func afterEvaluation(
                _ series: LaunchDarklyEvaluationSeries, _ data: LaunchDarklySeriesData, _ detail: LaunchDarklyDetail
            ) throws {
                told.add(
                    "\(series.methodName) \(series.flagKey) \(series.context?.fullyQualifiedKey() ?? "") \(detail.value)"
                )
            }
            func afterTrack(_ series: LaunchDarklyTrackSeries) throws { told.add("\(series.key)") }
        }
        let told = Told<String>()
        let stage = try LDStage { _ in Step.flags(Self.flags) }
        defer { stage.end() }
        let client = try await started(stage, context("a"), stage.config { $0.hooks = [Hook(told: told)] })
        _ = client.boolVariation(forKey: "on", defaultValue: false)
        _ = client.variationDetail(forKey: "on", defaultValue: 7)
        _ = client.variation(forKey: "none", defaultValue: "x")
        _ = client.variation(forKey: "none", defaultValue: 0.5)
        _ = client.variation(forKey: "none", defaultValue: ["a": 1])
        try client.track(key: "bought")
        await stage.until { told.count == 6 }
        #expect(
            told.all == [
                "boolVariation on a true", "intVariationDetail on a 7", "stringVariation none a \"x\"",
                "doubleVariation none a 0.5", #"jsonVariation none a {"a":1}"#, "bought",
            ])
    }
}

extension Data {
    /// The bytes as a step of a path.
    fileprivate var urlText: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
