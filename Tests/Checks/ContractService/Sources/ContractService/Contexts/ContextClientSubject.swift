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
            let result = try evaluate(parameters(command.evaluate))
            await calls.send()
            return json(result)
        case "evaluateAll": return json(["state": .object(client.allFlags)])
        case "identifyEvent":
            let identify = try parameters(command.identifyEvent)
            let context = try LaunchDarklyContext(identify.context, orUser: identify.user)
            await client.identify(context.context)
        case "customEvent":
            let event = try parameters(command.customEvent)
            let data = event.data ?? .null
            client.track(event.eventKey, data: data, metric: event.metricValue)
            for hook in hooks { hook.tracked(event.eventKey, data, event.metricValue, client.context) }
            await calls.send()
        case "flushEvents": await client.flush()
        case "contextBuild": return json(Self.answer(try parameters(command.contextBuild).context))
        case "contextConvert": return json(Self.answer(try parameters(command.contextConvert).context))
        case "contextComparison":
            let sides = try parameters(command.contextComparison)
            guard case .success(let first) = sides.context1.context, case .success(let second) = sides.context2.context
            else { throw Refusal.undecodable("Two contexts are required.") }
            return json(["equals": .bool(first == second)])
        default: throw Refusal.undecodable("Unknown command \"\(command.command)\".")
        }
        return nil
    }

    func close() async {
        await client.shutdown(within: .seconds(2))
        await transport.close()
    }

    private func parameters<Parameters>(_ parameters: Parameters?) throws(Refusal) -> Parameters {
        guard let parameters else { throw .undecodable("The command has no parameters.") }
        return parameters
    }

    private func json(_ value: FlagValue) -> Data { Data(JSONWriter.bytes(value)) }

    private static func answer(_ context: Result<LaunchDarklyContext, LaunchDarklyContextError>) -> FlagValue {
        switch context {
        case .success(let context): ["output": .string(JSONWriter.text(context.json))]
        case .failure(let error): ["error": .string(error.message)]
        }
    }
}

// MARK: - Evaluating

extension ContextClientSubject {
    private func evaluate(_ evaluation: ClientCommand.Evaluate) throws(Refusal) -> FlagValue {
        let (key, isDetailed) = (evaluation.flagKey, evaluation.detail ?? false)
        switch (evaluation.valueType ?? "any", evaluation.defaultValue ?? .null) {
        case ("bool", .bool(let value)): return evaluate(FlagKey(key, default: value), isDetailed)
        case ("int", let value):
            guard let fallback = LaunchDarklyInteger(flagValue: value) else {
                throw .undecodable("The default value \(value) doesn't have the type \"int\".")
            }
            return evaluate(FlagKey(key, default: fallback), isDetailed)
        case ("double", .int(let value)): return evaluate(FlagKey(key, default: Double(value)), isDetailed)
        case ("double", .double(let value)): return evaluate(FlagKey(key, default: value), isDetailed)
        case ("string", .string(let value)): return evaluate(FlagKey(key, default: value), isDetailed)
        case ("any", let value), ("", let value): return evaluate(FlagKey(key, default: value), isDetailed)
        case (let type, let value): throw .undecodable("The default value \(value) doesn't have the type \"\(type)\".")
        }
    }

    private func evaluate<Value: FlagValueConvertible>(_ key: FlagKey<Value>, _ isDetailed: Bool) -> FlagValue {
        guard isDetailed else { return ["value": client.value(for: key).flagValue] }
        let details = client.details(of: key, options: EvaluationOptions())
        return LaunchDarklyDetail(details, options).json
    }
}
