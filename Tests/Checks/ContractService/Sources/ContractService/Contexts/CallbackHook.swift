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
struct CallbackHook: EvaluationHook {
    struct Parameters: Decodable {
        var name: String
        var callbackUri: String
        var data: [String: [String: FlagValue]]?
        var errors: [String: String?]?
    }

    private let parameters: Parameters
    private let calls: HookCalls
    private let provider: any FlagProvider
    private let options: LaunchDarklyOptions
    private let environmentID: @Sendable () -> String?

    init(
        _ parameters: Parameters, _ calls: HookCalls, _ provider: any FlagProvider, _ options: LaunchDarklyOptions,
        environmentID: @escaping @Sendable () -> String?
    ) {
        self.parameters = parameters
        self.calls = calls
        self.provider = provider
        self.options = options
        self.environmentID = environmentID
    }

    func before(_ evaluation: HookContext, _ data: inout HookData) {
        let isReported = report(
            "beforeEvaluation", ["evaluationSeriesContext": json(evaluation), "evaluationSeriesData": json(data)])
        if isReported { data.merge(parameters.data?["beforeEvaluation"] ?? [:]) { $1 } }
    }

    func finally(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) {
        _ = report(
            "afterEvaluation",
            [
                "evaluationSeriesContext": json(evaluation), "evaluationSeriesData": json(data),
                "evaluationDetail": LaunchDarklyDetail(details, options).json,
            ])
    }

    /// Called after a tracking event.
    func tracked(_ key: String, _ data: FlagValue, _ metric: Double?, _ context: EvaluationContext) {
        _ = report(
            "afterTrack",
            [
                "trackSeriesContext": [
                    "key": .string(key), "context": json(context), "data": data,
                    "metricValue": metric.map(FlagValue.double) ?? .null, "environmentId": environment,
                ]
            ])
    }

    /// Reports a stage, and returns `false` if the test wants the stage to fail.
    private func report(_ stage: String, _ members: [String: FlagValue]) -> Bool {
        if parameters.errors?[stage] != nil { return false }
        calls.add(parameters.callbackUri, .object(members.merging(["stage": .string(stage)]) { $1 }))
        return true
    }

    private var environment: FlagValue { environmentID().map(FlagValue.string) ?? .null }

    private func json(_ evaluation: HookContext) -> FlagValue {
        [
            "flagKey": .string(evaluation.flagKey), "context": json(evaluation.context),
            "defaultValue": evaluation.defaultValue, "method": .string(method(evaluation)),
            "environmentId": environment,
        ]
    }

    private func json(_ context: EvaluationContext) -> FlagValue { provider.mapping(of: context)?.output ?? .null }

    private func json(_ data: HookData) -> FlagValue { .object(data.compactMapValues { $0 as? FlagValue }) }

    private func method(_ evaluation: HookContext) -> String {
        let method =
            switch evaluation.valueType {
            case is Bool.Type: "boolVariation"
            case is LaunchDarklyInteger.Type: "intVariation"
            case is Double.Type: "doubleVariation"
            case is String.Type: "stringVariation"
            default: "jsonVariation"
            }
        return evaluation.isDetailed ? method + "Detail" : method
    }
}

extension ContextClientParameters.Configuration {
    /// Returns the test's hooks.
    func callbackHooks(
        _ calls: HookCalls, _ provider: any FlagProvider, _ options: LaunchDarklyOptions,
        environmentID: @escaping @Sendable () -> String?
    ) -> [CallbackHook] {
        hooks?.hooks.map { CallbackHook($0, calls, provider, options, environmentID: environmentID) } ?? []
    }
}

extension LaunchDarklyDetail {
    /// The details in the tests' format.
    var json: FlagValue {
        ["value": value, "variationIndex": variationIndex.map { .int(Int64($0)) } ?? .null, "reason": reason]
    }
}

/// The hooks' pending reports in order, because hooks can't wait for a request.
final class HookCalls: Sendable {
    private let waiting = Mutex<[(url: String, body: FlagValue)]>([])
    private let transport = PlatformTransport.make()

    func add(_ url: String, _ body: FlagValue) { waiting.withLock { $0.append((url, body)) } }

    /// Sends the pending reports one after the other.
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
