// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly
import HalyardTransport

/// A running client that commands control.
struct ContextClientSubject: Subject {
    private let client: FlagClient
    private let hooks: [CallbackHook]
    private let calls: HookCalls
    private let options: LaunchDarklyOptions
    private let transport: any HTTPTransport

    init(
        _ client: FlagClient, _ hooks: [CallbackHook], _ calls: HookCalls, _ options: LaunchDarklyOptions,
        _ transport: any HTTPTransport
    ) {
        self.client = client
        self.hooks = hooks
        self.calls = calls
        self.options = options
        self.transport = transport
    }

    func perform(_ body: Data) async throws -> Data? {
        let command = try ContextClientCommand(body: body)
        switch command.command {
        case "evaluate":
            let result = try command.evaluate.required.result(in: client, options)
            await calls.send()
            return result.data
        case "evaluateAll": return FlagValue.object(["state": .object(client.allFlags)]).data
        case "identifyEvent": await client.identify(try command.identifyEvent.required.evaluationContext)
        case "customEvent":
            let event = try command.customEvent.required
            let data = event.data ?? .null
            client.track(event.eventKey, data: data, metric: event.metricValue)
            for hook in hooks { hook.tracked(event.eventKey, data, event.metricValue, client.context) }
            await calls.send()
        case "flushEvents": await client.flush()
        default: return try ContextCommand(body: body).answer.data
        }
        return nil
    }

    func close() async {
        await client.shutdown(within: .seconds(2))
        await transport.close()
    }
}
