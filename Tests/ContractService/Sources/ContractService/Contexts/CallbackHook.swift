// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly
import HalyardNetwork
import HalyardTransport
import Synchronization

/// A hook that notifies a test of each stage.
struct CallbackHook: LaunchDarklyHook {
    struct Parameters: Decodable {
        var name: String
        var callbackUri: String
        var data: [String: [String: FlagValue]]?
        var errors: [String: String?]?
    }

    /// What a test wants to be thrown.
    struct Failure: Error {}

    private let parameters: Parameters
    private let calls: HookCalls

    init(_ parameters: Parameters, _ calls: HookCalls) {
        self.parameters = parameters
        self.calls = calls
    }

    var name: String { parameters.name }

    func beforeEvaluation(
        _ series: LaunchDarklyEvaluationSeries, _ data: LaunchDarklySeriesData
    ) throws -> LaunchDarklySeriesData {
        try report("beforeEvaluation", ["evaluationSeriesContext": json(series), "evaluationSeriesData": json(data)])
        return data.merging(parameters.data?["beforeEvaluation"] ?? [:]) { $1 }
    }

    func afterEvaluation(
        _ series: LaunchDarklyEvaluationSeries, _ data: LaunchDarklySeriesData, _ detail: LaunchDarklyDetail
    ) throws {
        try report(
            "afterEvaluation",
            [
                "evaluationSeriesContext": json(series), "evaluationSeriesData": json(data),
                "evaluationDetail": [
                    "value": detail.value, "variationIndex": detail.variationIndex.map { .int(Int64($0)) } ?? .null,
                    "reason": detail.reason,
                ],
            ])
    }

    func afterTrack(_ series: LaunchDarklyTrackSeries) throws {
        try report(
            "afterTrack",
            [
                "trackSeriesContext": [
                    "key": .string(series.key), "context": series.context?.json ?? .null, "data": series.data,
                    "metricValue": series.metricValue.map(FlagValue.double) ?? .null,
                    "environmentId": series.environmentID.map(FlagValue.string) ?? .null,
                ]
            ])
    }

    private func report(_ stage: String, _ members: [String: FlagValue]) throws {
        if parameters.errors?[stage] != nil { throw Failure() }
        calls.add(parameters.callbackUri, .object(members.merging(["stage": .string(stage)]) { $1 }))
    }

    private func json(_ series: LaunchDarklyEvaluationSeries) -> FlagValue {
        [
            "flagKey": .string(series.flagKey), "context": series.context?.json ?? .null,
            "defaultValue": series.defaultValue, "method": .string(series.methodName),
            "environmentId": series.environmentID.map(FlagValue.string) ?? .null,
        ]
    }

    private func json(_ data: LaunchDarklySeriesData) -> FlagValue {
        .object(data.compactMapValues { $0 as? FlagValue })
    }
}

/// What hooks have to report, in order; they run where nothing may wait.
final class HookCalls: Sendable {
    private let waiting = Mutex<[(url: String, body: FlagValue)]>([])
    private let transport = PlatformTransport.make()

    func add(_ url: String, _ body: FlagValue) { waiting.withLock { $0.append((url, body)) } }

    /// Sends what waits, one after the other.
    func send() async {
        let calls = waiting.withLock { calls in
            defer { calls = [] }
            return calls
        }
        for call in calls {
            let request = HTTPRequest(
                call.url, method: "POST", headers: ["Content-Type": "application/json"],
                body: JSONWriter.bytes(call.body))
            _ = try? await transport.send(request, within: HTTPLimits())
        }
    }
}
