// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardLDContextClient
import HalyardLDEngine
import HostileServer
import LDTestSupport
import TestSupport
import Testing

@Suite("LDClient for contexts: deduping hooks")
struct DedupingHookTests {
    /// A hook that records its evaluation stages.
    private final class Recording: Hook {
        let lines = Recorder<String>()

        func beforeEvaluation(
            seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData
        ) -> EvaluationSeriesData {
            lines.add("before \(seriesContext.flagKey)")
            return ["flag": seriesContext.flagKey]
        }

        func afterEvaluation(
            seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData,
            evaluationDetail: LDEvaluationDetail<LDValue>
        ) -> EvaluationSeriesData {
            lines.add("after \(seriesData["flag"] ?? "nothing")")
            return seriesData
        }
    }

    /// A deduper that also records the keys that it receives.
    private final class KeyRecorder: EvaluationExposureDeduper, @unchecked Sendable {
        let keys = Recorder<EvaluationExposureKey>()

        override func shouldRecord(key: EvaluationExposureKey, now: Double) -> Bool {
            keys.add(key)
            return super.shouldRecord(key: key, now: now)
        }
    }

    private static let flags = #"{"on":{"value":true,"version":7,"flagVersion":3,"variation":1}}"#

    private func context(_ key: String) throws -> LDContext { try LDContextBuilder(key: key).build().get() }

    private func key(
        _ flagKey: String = "on", value: LDValue = true, variation: Int? = 1, hash: String = "hash", user: String = "u"
    ) -> EvaluationExposureKey {
        EvaluationExposureKey(
            mobileKeyHash: hash, flagKey: flagKey, variation: variation, flagVersion: 3, fullyQualifiedContextKey: user,
            value: value)
    }

    @Test("Passes on both stages of the first evaluation only")
    func repetition() async throws {
        let stage = try ContextStage { _ in Step.flags(Self.flags) }
        defer { stage.end() }
        let each = Recording()
        let new = Recording()
        let client = try await stage.started(
            context("u"), stage.config { $0.hooks = [each, DedupingHook(new)] })
        for _ in 1...3 { #expect(client.boolVariation(forKey: "on", defaultValue: false)) }
        #expect(each.lines.all.count == 6)
        #expect(new.lines.all == ["before on", "after on"])
    }

    @Test("Passes on the first evaluation after each identify")
    func identify() async throws {
        let stage = try ContextStage { _ in Step.flags(Self.flags) }
        defer { stage.end() }
        let hook = Recording()
        let client = try await stage.started(context("u"), stage.config { $0.hooks = [DedupingHook(hook)] })
        _ = client.boolVariation(forKey: "on", defaultValue: false)
        #expect(await client.identified(context: try context("u")) == .complete)
        _ = client.boolVariation(forKey: "on", defaultValue: false)
        #expect(hook.lines.all == ["before on", "after on", "before on", "after on"])
    }

    @Test("Passes on every evaluation when the window is zero")
    func zeroWindow() async throws {
        let stage = try ContextStage { _ in Step.flags(Self.flags) }
        defer { stage.end() }
        let hook = Recording()
        let client = try await stage.started(
            context("u"), stage.config { $0.hooks = [DedupingHook(hook, window: 0)] })
        for _ in 1...2 { _ = client.boolVariation(forKey: "on", defaultValue: false) }
        #expect(hook.lines.all.count == 4)
    }

    @Test("Suppresses a repeated evaluation inside another decorator")
    func nesting() async throws {
        let stage = try ContextStage { _ in Step.flags(Self.flags) }
        defer { stage.end() }
        let hook = Recording()
        let inner = DedupingHook(hook)
        let client = try await stage.started(
            context("u"), stage.config { $0.hooks = [DedupingHook(HookDecorator(inner), window: 0)] })
        for _ in 1...2 { _ = client.boolVariation(forKey: "on", defaultValue: false) }
        #expect(hook.lines.all == ["before on", "after on"])
    }

    @Test("Creates keys with the result that an evaluation returns")
    func keys() async throws {
        let stage = try ContextStage { _ in Step.flags(Self.flags) }
        defer { stage.end() }
        let deduper = KeyRecorder()
        let config = stage.config { $0.hooks = [DedupingHook(Recording(), deduper: deduper)] }
        let client = try await stage.started(context("u"), config)
        _ = client.boolVariation(forKey: "on", defaultValue: false)
        _ = client.stringVariation(forKey: "gone", defaultValue: "none")
        let keys = deduper.keys.all
        #expect(
            keys.map(\.value) == [true, "none"] && keys.map(\.variation) == [1, nil]
                && keys.map(\.flagVersion) == [3, nil])
        #expect(keys.map(\.flagKey) == ["on", "gone"])
        #expect(keys.map(\.fullyQualifiedContextKey) == ["u", "u"])
        // SHA-256 of "mob".
        let hash = "9a370ebd95136e8b2036f4aeb83295b77f4cd60f8553d318c5d01ece34455aa8"
        #expect(keys.map(\.mobileKeyHash) == [hash, hash])
    }

    @Test("Recognizes a repetition until the window ends")
    func window() {
        let deduper = EvaluationExposureDeduper(window: 60)
        let answers = [0, 59.5, 60, 100, 119.5, 120].map { deduper.shouldRecord(key: key(), now: $0) }
        #expect(answers == [true, false, true, false, false, true])
    }

    @Test("Compares with the last result of the same flag and environment")
    func results() {
        let deduper = EvaluationExposureDeduper()
        let keys = [
            key(), key(value: false), key(), key(), key("off"), key(hash: "other"), key(), key(user: "v"),
            key(variation: nil, user: "v"),
        ]
        let answers = keys.map { deduper.shouldRecord(key: $0, now: 1) }
        #expect(answers == [true, true, true, false, true, true, false, true, true])
    }

    @Test("Forgets all results when it is reset")
    func reset() {
        let deduper = EvaluationExposureDeduper(window: 60)
        #expect(deduper.shouldRecord(key: key(), now: 1))
        deduper.reset()
        #expect(deduper.shouldRecord(key: key(), now: 1))
        #expect(!deduper.shouldRecord(key: key(), now: 1))
    }
}
