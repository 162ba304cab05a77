// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HalyardLDContextClient
import HostileServer
import LDTestSupport
import Testing

/// A test for each call site in the table of "From LDClient for contexts to Halyard".
///
/// The table covers the LaunchDarkly iOS SDK at commits 0008e58 (`LDClient`, `LDConfig`), 07f80c6 (`LDClientFlush`),
/// 196579b, 0f34868, b05957f, and 007a443 (hooks).
@Suite("LDClient for contexts: call sites of the LaunchDarkly iOS SDK")
struct ContextCallSiteTests {
    private func stage() throws -> ContextStage {
        try ContextStage { _ in
            Step.flags(#"{"on":{"value":true,"version":1},"number":{"value":2.5,"variation":3,"version":1}}"#)
        }
    }

    private func context(_ key: String) throws -> LDContext {
        var builder = LDContextBuilder(key: key)
        builder.kind("user")
        builder.name("Sandy")
        builder.anonymous(false)
        builder.trySetValue("groups", ["beta", "staff"])
        builder.addPrivateAttribute(Reference("groups"))
        guard case .success(let context) = builder.build() else { throw ContextBuilderError.invalidKind }
        return context
    }

    @Test("Supports configuration calls")
    func configuration() throws {
        var config = LDConfig(mobileKey: "mob", autoEnvAttributes: .enabled)
        config.baseUrl = URL(string: "https://example.com") ?? config.baseUrl
        config.eventCapacity = 50
        config.connectionTimeout = 5
        config.streamingMode = .polling
        config.flagPollingInterval = config.minima.flagPollingInterval
        config.enableBackgroundUpdates = true
        config.startOnline = false
        config.useReport = true
        config.evaluationReasons = true
        config.diagnosticOptOut = true
        config.wrapperName = "wrapper"
        config.additionalHeaders["X-Tenant"] = "7"
        config.headerDelegate = { url, headers in headers.merging(["X-Host": url.host ?? ""]) { $1 } }
        config.enableCompression = true
        config.privateContextAttributes = [Reference("email"), Reference(literal: "a/b")]
        config.hooks = []
        var info = ApplicationInfo()
        let version: String? = "1.2"
        info.applicationIdentifier("shop")
        info.applicationVersion(version)
        config.applicationInfo = info
        try config.setSecondaryMobileKeys(["core": "mob-core"])
        #expect(config.getSecondaryMobileKeys() == ["core": "mob-core"])
        #expect(config.autoEnvAttributes && config.additionalHeaders == ["X-Tenant": "7"])
        #expect(throws: LDInvalidArgumentError.self) { try config.setSecondaryMobileKeys(["default": "x"]) }
        #expect(LDConfig.Constants.primaryEnvironmentName == "default")
        let transform: RequestHeaderTransform? = config.headerDelegate
        #expect(transform?(config.baseUrl, [:]) == ["X-Host": "example.com"])
    }

    @Test("Supports evaluation calls")
    func reads() async throws {
        let stage = try stage()
        defer { stage.end() }
        let client = try await stage.started(context("a"), stage.config { $0.evaluationReasons = true })
        #expect(client.boolVariation(forKey: "on", defaultValue: false))
        #expect(client.intVariation(forKey: "number", defaultValue: 0) == 2)
        #expect(client.doubleVariation(forKey: "number", defaultValue: 0) == 2.5)
        #expect(client.stringVariation(forKey: "missing", defaultValue: "x") == "x")
        guard case .bool(true) = client.jsonVariation(forKey: "on", defaultValue: nil) else {
            Issue.record("The value isn't a Boolean.")
            return
        }
        #expect(client.variation(forKey: "number", defaultValue: 0.5) == 2.5)
        let detail: LDEvaluationDetail<Int> = client.intVariationDetail(forKey: "number", defaultValue: 0)
        #expect(detail.map { "\($0)" }.value == "2" && detail.variationIndex == 3 && detail.reason == nil)
        let reason = client.boolVariationDetail(forKey: "missing", defaultValue: true).reason
        #expect(reason?["kind"] == "ERROR" && reason?["errorKind"] == .string("FLAG_NOT_FOUND"))
        #expect(client.allFlags == ["on": true, "number": 2.5])
    }

    /// A hook with the declarations that LaunchDarkly's documentation uses.
    private struct TimingHook: Hook {
        func metadata() -> Metadata { Metadata(name: "timing") }

        func beforeEvaluation(seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData)
            -> EvaluationSeriesData
        {
            var seriesData = seriesData
            seriesData["start"] = Date()
            return seriesData
        }

        func beforeIdentify(seriesContext: IdentifySeriesContext, seriesData: IdentifySeriesData) -> IdentifySeriesData
        {
            var seriesData = seriesData
            seriesData["start"] = Date()
            return seriesData
        }

        func afterIdentify(
            seriesContext: IdentifySeriesContext, seriesData: IdentifySeriesData, result: IdentifyResult
        ) -> IdentifySeriesData { seriesData }

        func afterTrack(seriesContext: TrackSeriesContext) { _ = (seriesContext.key, seriesContext.metricValue) }
    }

    /// A main actor object that its closures change.
    @MainActor private final class Model {
        var isReady = false
        var isDelivered = false

        func use(_ client: LDClient, _ context: LDContext) {
            client.identify(context: context) { [weak self] result in self?.isReady = result == .complete }
            client.identify(context: context) { self.isReady = true }
            client.setOnline(true) { self.isReady = true }
            client.flush { isDelivered in
                DispatchQueue.main.async { self.isDelivered = isDelivered }
            }
        }
    }

    @Test("Supports hooks, flushes, and main actor closures")
    func newest() async throws {
        let stage = try stage()
        defer { stage.end() }
        let hooks: [any Hook] = [
            TimingHook(), HookDecorator(TimingHook()), DedupingHook(TimingHook()),
            DedupingHook(TimingHook(), window: 60),
            DedupingHook(TimingHook(), deduper: EvaluationExposureDeduper(window: 30)),
        ]
        let client = try await stage.started(context("a"), stage.config { $0.hooks = hooks })
        let model = Model()
        await model.use(client, try context("b"))
        client.flush { _ in }
        #expect(!client.flushAndWait(timeout: 0))
        let failure = ConnectionInformation.LastConnectionFailureReason.unauthorized
        #expect(failure.description == "unauthorized")
        #expect(Reference("").getError()?.description == ReferenceError.empty.description)
    }

    @Test("Supports calls for events, state, and observers")
    func events() async throws {
        let stage = try stage()
        defer { stage.end() }
        let client = try await stage.started(context("a"))
        client.track(key: "bought", data: ["sum": 9.5], metricValue: 9.5)
        client.track(key: "seen")
        client.flush()
        #expect(client.isOnline && client.isInitialized)
        client.setOnline(false)
        await completed { client.setOnline(false, completion: $0) }
        let information = client.getConnectionInformation()
        #expect(information.currentConnectionMode == .offline)
        #expect(information.description.hasPrefix("ConnectionInformation: mode offline"))
        client.identify(context: try context("b"))
        client.identify(context: try context("b")) {}
        client.identify(context: try context("b")) { result in _ = result == .complete }
        client.identify(context: try context("b"), timeout: 1) { result in
            switch result {
            case .complete, .error, .shed, .timeout: break
            }
        }
        client.identify(context: try context("b"), timeout: 1, useCache: .ifAvailable) { _ in }
        let owner = Owner()
        client.observe(key: "on", owner: owner) { changed in
            guard case .bool(let isOn) = changed.newValue else { return }
            _ = (changed.key, isOn, changed.oldValue)
        }
        client.observe(keys: ["on"], owner: owner) { changes in _ = changes["on"]?.newValue }
        client.observeAll(owner: owner) { _ in }
        client.observeFlagsUnchanged(owner: owner) {}
        client.observeCurrentConnectionMode(owner: owner) { mode in _ = mode == .polling }
        client.stopObserving(owner: owner)
        client.close()
        #expect(stage.registry.get() == nil)
    }
}
