// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HalyardLDContextClient
import HostileServer
import Testing

@Suite("Guide samples: migration from LDClient for contexts", .serialized)
struct FromLDContextClientTests {
    @Test("Evaluates flags and runs hooks with LDClient for contexts")
    func layer() async throws {
        let server = try HostileServer(answering: { request in
            request.method == "POST"
                ? [.send(.response(202))] : [.send(.response(body: #"{"new-nav":{"value":true,"version":1}}"#))]
        })
        defer { server.stop() }
        let mobileKey = "mob-1"
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        @Sendable func print(_ text: String) { line.yield(text) }
        // This lets the sample's lines use the test's server.
        @Sendable func LDConfig(
            mobileKey: String, autoEnvAttributes: AutoEnvAttributes
        ) -> HalyardLDContextClient.LDConfig {
            var config = HalyardLDContextClient.LDConfig(mobileKey: mobileKey, autoEnvAttributes: autoEnvAttributes)
            if let url = URL(string: server.url("")) {
                (config.baseUrl, config.streamUrl, config.eventsUrl) = (url, url, url)
            }
            config.streamingMode = .polling
            config.maxCachedContexts = 0
            config.diagnosticOptOut = true
            config.connectionTimeout = 100
            return config
        }

        var builder = LDContextBuilder(key: "ada")
        builder.trySetValue("plan", "gold")
        builder.addPrivateAttribute(Reference("plan"))
        let config = LDConfig(mobileKey: mobileKey, autoEnvAttributes: .disabled)
        LDClient.start(config: config, context: try builder.build().get(), startWaitSeconds: 5) { timedOut in
            print(timedOut ? "the flags of the last visit" : "fresh flags")
        }
        let isOn = LDClient.get()?.boolVariation(forKey: "new-nav", defaultValue: false)

        var heard = lines.makeAsyncIterator()
        #expect(["fresh flags", "the flags of the last visit"].contains(await heard.next()))
        #expect(isOn != nil)
        let client = try #require(LDClient.get())
        await client.identified(context: try builder.build().get())
        #expect(client.boolVariation(forKey: "new-nav", defaultValue: false))
        let grace = try LDContextBuilder(key: "grace").build().get()

        switch await client.identified(context: grace, timeout: 2) {
        case .complete: print("flags of grace")
        case .shed: print("another context by now")
        case .timeout, .error: print("the flags of the last visit")
        }
        #expect(["flags of grace", "the flags of the last visit"].contains(await heard.next()))
        client.close()
        #expect(LDClient.get() == nil && LDClient.get(environment: "core") == nil)

        var offline = config
        offline.startOnline = false
        await withCheckedContinuation { continuation in
            LDClient.start(config: offline, context: grace) { continuation.resume() }
        }
        LDClient.start(config: offline)
        #expect(
            await withCheckedContinuation { continuation in
                LDClient.start(config: offline, startWaitSeconds: 5) { continuation.resume(returning: $0) }
            })
        #expect(LDClient.get() === LDClient.get())
        LDClient.get()?.close()

        offline.hooks = [OnlyNavigation(ReadCounter { print($0) })]
        LDClient.start(config: offline)
        _ = LDClient.get()?.boolVariation(forKey: "search-limit", defaultValue: false)
        _ = LDClient.get()?.boolVariation(forKey: "nav-new", defaultValue: false)
        #expect(await heard.next() == "nav-new")
        LDClient.get()?.close()

        do {
            var config = LDConfig(mobileKey: mobileKey, autoEnvAttributes: .disabled)
            config.hooks = [DedupingHook(ReadCounter { print($0) }, window: 60)]
            config.startOnline = false
            LDClient.start(config: config, context: grace)
            for flag in ["banner", "banner", "search"] {
                _ = LDClient.get()?.boolVariation(forKey: flag, defaultValue: false)
            }
            #expect([await heard.next(), await heard.next()] == ["banner", "search"])
            LDClient.get()?.close()
        }
    }
}

final class ByValue: EvaluationExposureDeduper, @unchecked Sendable {
    override func shouldRecord(key: EvaluationExposureKey, now: Double) -> Bool {
        let valueOnly = EvaluationExposureKey(
            mobileKeyHash: key.mobileKeyHash, flagKey: key.flagKey, variation: nil, flagVersion: nil,
            fullyQualifiedContextKey: "", value: key.value)
        return super.shouldRecord(key: valueOnly, now: now)
    }
}

struct ReadCounter: Hook {
    let count: @Sendable (LDFlagKey) -> Void

    func beforeEvaluation(
        seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData
    ) -> EvaluationSeriesData {
        count(seriesContext.flagKey)
        return seriesData
    }
}

final class OnlyNavigation: HookDecorator, @unchecked Sendable {
    override func beforeEvaluation(
        seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData
    ) -> EvaluationSeriesData {
        guard seriesContext.flagKey.hasPrefix("nav-") else { return seriesData }
        return super.beforeEvaluation(seriesContext: seriesContext, seriesData: seriesData)
    }

    override func afterEvaluation(
        seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData,
        evaluationDetail: LDEvaluationDetail<LDValue>
    ) -> EvaluationSeriesData {
        guard seriesContext.flagKey.hasPrefix("nav-") else { return seriesData }
        return super.afterEvaluation(
            seriesContext: seriesContext, seriesData: seriesData, evaluationDetail: evaluationDetail)
    }
}
