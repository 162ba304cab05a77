// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly
import HalyardTransport

/// A running server's client that commands control, each for a context of its own.
struct ServerSubject: Subject {
    private let client: FlagClient
    private let sdkKey: Secret
    private let hooks: [CallbackHook]
    private let calls: HookCalls
    private let options: LaunchDarklyOptions
    private let transport: any HTTPTransport

    init(
        _ client: FlagClient, sdkKey: Secret, _ hooks: [CallbackHook], _ calls: HookCalls,
        _ options: LaunchDarklyOptions, _ transport: any HTTPTransport
    ) {
        self.client = client
        self.sdkKey = sdkKey
        self.hooks = hooks
        self.calls = calls
        self.options = options
        self.transport = transport
    }

    func perform(_ body: Data) async throws -> Data? {
        let command = try ServerCommand(body: body)
        switch command.command {
        case "evaluate":
            let evaluation = try command.evaluate.required
            let flags = client.snapshot(for: try evaluation.target.evaluationContext)
            let result = try evaluation.parameters.result(in: flags, options)
            await calls.send()
            return result.data
        case "evaluateAll":
            let all = try command.evaluateAll.required
            let flags = client.snapshot(for: try all.target.evaluationContext)
            return FlagValue.object(["state": all.parameters.state(of: flags).json]).data
        case "identifyEvent": await client.identify(try command.identifyEvent.required.evaluationContext)
        case "customEvent":
            let event = try command.customEvent.required
            await track(event.parameters, for: try event.target.evaluationContext)
        case "flushEvents": await client.flush()
        case "secureModeHash":
            let hash = try command.secureModeHash.required.launchDarklyContext.secureModeHash(sdkKey: sdkKey)
            return FlagValue.object(["result": .string(hash)]).data
        default: return try ContextCommand(body: body).answer.data
        }
        return nil
    }

    func close() async {
        await client.shutdown(within: .seconds(2))
        await transport.close()
    }

    private func track(_ event: ClientCommand.Custom, for context: EvaluationContext) async {
        let data = event.data ?? .null
        client.track(event.eventKey, data: data, metric: event.metricValue, for: context)
        for hook in hooks { hook.tracked(event.eventKey, data, event.metricValue, context) }
        await calls.send()
    }
}

extension ServerCommand.EvaluateAll {
    fileprivate func state(of flags: FlagSnapshot) -> LaunchDarklyFlagsState {
        LaunchDarklyFlagsState(
            flags, for: clientSideOnly == true ? .browsers : .everyone,
            options: LaunchDarklyFlagsState.Options(
                withReasons: withReasons ?? false, detailsOnlyForTrackedFlags: detailsOnlyForTrackedFlags ?? false))
    }
}
