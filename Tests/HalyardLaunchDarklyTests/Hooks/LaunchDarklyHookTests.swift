// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HostileServer
import TestSupport
import Testing

@Suite("LaunchDarkly's hooks")
struct LaunchDarklyHookTests {
    private struct Failure: Error {}

    /// Notes what it receives, and throws where a test wants that.
    private struct Note: LaunchDarklyHook {
        let name: String
        let lines: Recorder<String>
        var throwsAt: Set<String> = []

        func beforeEvaluation(
            _ series: LaunchDarklyEvaluationSeries, _ data: LaunchDarklySeriesData
        ) throws -> LaunchDarklySeriesData {
            lines.add(
                "\(name) before \(series.flagKey) \(series.methodName) \(series.defaultValue) "
                    + "\(series.context?.fullyQualifiedKey() ?? "-") \(series.environmentID ?? "-") \(data.count)")
            if throwsAt.contains("before") { throw Failure() }
            return ["by": name]
        }

        func afterEvaluation(
            _ series: LaunchDarklyEvaluationSeries, _ data: LaunchDarklySeriesData, _ detail: LaunchDarklyDetail
        ) throws {
            lines.add(
                "\(name) after \(series.flagKey) \(data["by"] ?? "nothing") \(detail.value) "
                    + "\(detail.variationIndex ?? -1) \(detail.reason)")
            if throwsAt.contains("after") { throw Failure() }
        }

        func afterTrack(_ series: LaunchDarklyTrackSeries) throws {
            lines.add(
                "\(name) track \(series.key) \(series.context?.fullyQualifiedKey() ?? "-") \(series.data) "
                    + "\(series.metricValue ?? -1) \(series.environmentID ?? "-")")
            if throwsAt.contains("track") { throw Failure() }
        }
    }

    @Test("run in order and back, each with its own data, and what they throw does no harm")
    func order() async throws {
        let flags = #"{"on":{"value":true,"version":1,"variation":1,"reason":{"kind":"OFF"}}}"#
        let answer = Wire.response(
            200, ["X-LD-EnvID: env-7"], body: Wire(Array(flags.utf8)))
        let stage = try LaunchDarklyStage(polls: [[.send(answer)]])
        defer { stage.server.stop() }
        let lines = Recorder<String>()
        let provider = try stage.contextProvider {
            $0.streamingMode = .polling
            $0.hooks = [
                Note(name: "A", lines: lines, throwsAt: ["before", "after", "track"]),
                Note(name: "B", lines: lines),
            ]
        }
        #expect(provider.environmentID == nil)
        let client = stage.client(provider, for: .user("u"))
        #expect(await client.start() == .ready)
        #expect(provider.environmentID == "env-7")
        #expect(client.bool("on", default: false))
        #expect(client.string("on", default: "x") == "x")
        #expect(client.value(for: FlagKey("none", default: ["a": 1])) == ["a": 1])
        #expect(client.details(of: FlagKey("on", default: false)).value)
        client.track("bought", data: ["sku": 1], metric: 2)
        await client.flush()
        #expect(
            lines.all == [
                "A before on boolVariation false u env-7 0", "B before on boolVariation false u env-7 0",
                "B after on B true 1 null", "A after on nothing true 1 null",
                #"A before on stringVariation "x" u env-7 0"#, #"B before on stringVariation "x" u env-7 0"#,
                #"B after on B "x" -1 {"errorKind":"WRONG_TYPE","kind":"ERROR"}"#,
                #"A after on nothing "x" -1 {"errorKind":"WRONG_TYPE","kind":"ERROR"}"#,
                #"A before none jsonVariation {"a":1} u env-7 0"#, #"B before none jsonVariation {"a":1} u env-7 0"#,
                #"B after none B {"a":1} -1 {"errorKind":"FLAG_NOT_FOUND","kind":"ERROR"}"#,
                #"A after none nothing {"a":1} -1 {"errorKind":"FLAG_NOT_FOUND","kind":"ERROR"}"#,
                "A before on boolVariationDetail false u env-7 0", "B before on boolVariationDetail false u env-7 0",
                "B after on B true 1 null", "A after on nothing true 1 null",
                #"A track bought u {"sku":1} 2.0 env-7"#, #"B track bought u {"sku":1} 2.0 env-7"#,
            ])
        await client.shutdown()
    }

    @Test("receive reasons if requested, and the environment of a stream, and of stored flags")
    func streamAndCache() async throws {
        let store = MemorySnapshotStore()
        let flags = #"{"on":{"value":true,"version":1,"variation":1,"reason":{"kind":"OFF"}}}"#
        let head = Wire.chunkedHead(200, ["Content-Type: text/event-stream", "X-LD-EnvID: env-8"])
        let lines = Recorder<String>()
        func options(_ options: inout LaunchDarklyOptions) {
            options.withReasons = true
            options.hooks = [Note(name: "A", lines: lines)]
        }
        let stage = try LaunchDarklyStage(streams: [[.send(head + .event("put", flags)), .stall]])
        defer { stage.server.stop() }
        let first = stage.client(try stage.contextProvider(options).caching(in: store), for: .user("u"))
        #expect(await first.start() == .ready)
        #expect(first.bool("on", default: false))
        await first.shutdown()
        let silent = try LaunchDarklyStage(streams: [Step.status(503)])
        defer { silent.server.stop() }
        let provider = try silent.contextProvider(options)
        let second = silent.client(try provider.caching(in: store), for: .user("u"))
        _ = await second.start()
        #expect(second.bool("on", default: false))
        #expect(
            lines.all == [
                "A before on boolVariation false u env-8 0", #"A after on A true 1 {"kind":"OFF"}"#,
                "A before on boolVariation false u env-8 0", #"A after on A true 1 {"kind":"OFF"}"#,
            ])
        await second.shutdown()
    }
}
