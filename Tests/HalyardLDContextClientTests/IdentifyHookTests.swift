// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardLDContextClient
import HalyardLDEngine
import HostileServer
import LDTestSupport
import TestSupport
import Testing

@Suite("LDClient for contexts: identify hooks")
struct IdentifyHookTests {
    /// A hook that records its stages.
    ///
    /// Its series data has the type that LaunchDarkly's sources use, and isn't `Sendable`.
    private class Noting: Hook, @unchecked Sendable {
        final class Mark {
            let text: String
            init(_ text: String) { self.text = text }
        }

        let name: String
        let lines: Recorder<String>

        init(_ name: String, _ lines: Recorder<String>) {
            self.name = name
            self.lines = lines
        }

        func metadata() -> Metadata { Metadata(name: name) }

        func beforeEvaluation(
            seriesContext: EvaluationSeriesContext, seriesData: [String: Any]
        ) -> [String: Any] {
            lines.add("\(name) before \(seriesContext.flagKey) \(seriesData.count)")
            return ["mark": Mark(seriesContext.flagKey)]
        }

        func afterEvaluation(
            seriesContext: EvaluationSeriesContext, seriesData: [String: Any],
            evaluationDetail: LDEvaluationDetail<LDValue>
        ) -> [String: Any] {
            lines.add("\(name) after \((seriesData["mark"] as? Mark)?.text ?? "nothing")")
            return seriesData
        }

        func beforeIdentify(seriesContext: IdentifySeriesContext, seriesData: [String: Any]) -> [String: Any] {
            let key = seriesContext.context.fullyQualifiedKey()
            lines.add("\(name) before \(seriesContext.methodName) \(key) \(seriesData.count)")
            return ["mark": Mark(key)]
        }

        func afterIdentify(
            seriesContext: IdentifySeriesContext, seriesData: [String: Any], result: IdentifyResult
        ) -> [String: Any] {
            let mark = (seriesData["mark"] as? Mark)?.text ?? "nothing"
            lines.add("\(name) after \(seriesContext.methodName) \(mark) \(result)")
            return seriesData
        }

        func afterTrack(seriesContext: TrackSeriesContext) { lines.add("\(name) track \(seriesContext.key)") }
    }

    private func context(_ key: String) throws -> LDContext { try LDContextBuilder(key: key).build().get() }

    @Test("Runs a series for each environment's start and for each identify")
    func series() async throws {
        let stage = try ContextStage { _ in Step.flags(#"{"on":{"value":true,"version":1}}"#) }
        defer { stage.end() }
        let lines = Recorder<String>()
        var config = stage.config { $0.hooks = [Noting("A", lines), Noting("B", lines)] }
        try config.setSecondaryMobileKeys(["core": "mob-core"])
        let client = try await stage.started(context("u"), config)
        await until { lines.all.count == 8 }
        let before = ["A before init u 0", "B before init u 0"]
        let after = ["B after init u complete", "A after init u complete"]
        #expect(lines.all == before + before + after + after)
        _ = lines.take()
        // A second start joins the first one.
        _ = try await stage.started(context("u"), config)
        #expect(await client.identified(context: try context("v")) == .complete)
        await until { lines.all.count == 4 }
        #expect(
            lines.all == [
                "A before identify v 0", "B before identify v 0", "B after identify v complete",
                "A after identify v complete",
            ])
    }

    @Test("Ends the series of a start when flags arrive after its timeout")
    func lateStart() async throws {
        let gate = Gate()
        let stage = try ContextStage { _ in [.wait(gate)] + Step.flags("{}") }
        defer { stage.end() }
        let lines = Recorder<String>()
        let config = stage.config { $0.hooks = [Noting("A", lines)] }
        let user = try context("u")
        let timedOut = await withCheckedContinuation { done in
            stage.registry.start(config, user, within: .zero) { done.resume(returning: $0) }
        }
        #expect(timedOut)
        #expect(lines.all == ["A before init u 0"])
        gate.open()
        await until { lines.all.count == 2 }
        #expect(lines.all.last == "A after init u complete")
    }

    @Test("Reports shed and error for an overtaken and an interrupted identify")
    func results() async throws {
        let answers = InTurn([Step.flags("{}"), [.stall]])
        let stage = try ContextStage { _ in answers.next() }
        defer { stage.end() }
        let lines = Recorder<String>()
        let client = try await stage.started(context("u"), stage.config { $0.hooks = [Noting("A", lines)] })
        await until { lines.all.count == 2 }
        _ = lines.take()
        client.identify(context: try context("v"), timeout: 600) { _ in }
        client.identify(context: try context("w"), timeout: 600) { _ in }
        client.close()
        await until { lines.all.count == 4 }
        #expect(
            lines.all == [
                "A before identify v 0", "A before identify w 0", "A after identify v shed", "A after identify w error",
            ])
    }

    @Test("Passes each stage to the hook that a decorator wraps")
    func decorator() async throws {
        let stage = try ContextStage { _ in Step.flags(#"{"nav-new":{"value":true,"version":1}}"#) }
        defer { stage.end() }
        let lines = Recorder<String>()
        let hook = HookDecorator(Noting("A", lines))
        #expect(hook.metadata() == Metadata(name: "A"))
        let client = try await stage.started(context("u"), stage.config { $0.hooks = [hook] })
        #expect(client.boolVariation(forKey: "nav-new", defaultValue: false))
        client.track(key: "left")
        await until { lines.all.count == 5 }
        #expect(
            Set(lines.all) == [
                "A before init u 0", "A after init u complete", "A before nav-new 0", "A after nav-new",
                "A track left",
            ])
    }
}
