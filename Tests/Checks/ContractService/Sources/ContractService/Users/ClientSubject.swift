// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLDClient

/// A running client that commands control.
struct ClientSubject: Subject {
    private let client: LDClient

    init(_ client: LDClient) { self.client = client }

    func perform(_ body: Data) async throws -> Data? {
        let command = try ClientCommand(body: body)
        switch command.command {
        case "evaluate": return try json(evaluate(parameters(command.evaluate)))
        case "evaluateAll": return try json(["state": client.allFlags ?? [:]])
        case "identifyEvent":
            let user = try parameters(command.identifyEvent).user.user
            await withCheckedContinuation { identified in client.identify(user: user) { identified.resume() } }
        case "customEvent": try track(parameters(command.customEvent))
        case "aliasEvent":
            let alias = try parameters(command.aliasEvent)
            client.alias(context: alias.user.user, previousContext: alias.previousUser.user)
        case "flushEvents": client.flush()
        default: throw Refusal.undecodable("Unknown command \"\(command.command)\".")
        }
        return nil
    }

    func close() async { client.close() }

    private func parameters<Parameters>(_ parameters: Parameters?) throws(Refusal) -> Parameters {
        guard let parameters else { throw .undecodable("The command has no parameters.") }
        return parameters
    }

    private func json(_ members: [String: Any]) throws -> Data { try JSONSerialization.data(withJSONObject: members) }
}

// MARK: - Evaluating

extension ClientSubject {
    private func evaluate(_ evaluation: ClientCommand.Evaluate) throws(Refusal) -> [String: Any] {
        let (key, isDetailed) = (evaluation.flagKey, evaluation.detail ?? false)
        switch (evaluation.valueType ?? "any", evaluation.defaultValue ?? .null) {
        case ("bool", .bool(let value)): return evaluate(key, value, isDetailed) { $0 }
        case ("int", .int(let value)): return evaluate(key, Int(value), isDetailed) { $0 }
        case ("int", .double(let value)) where abs(value) < 0x1p63: return evaluate(key, Int(value), isDetailed) { $0 }
        case ("double", .int(let value)): return evaluate(key, Double(value), isDetailed) { $0 }
        case ("double", .double(let value)): return evaluate(key, value, isDetailed) { $0 }
        case ("string", .string(let value)): return evaluate(key, value, isDetailed) { $0 }
        case ("any", let value), ("", let value): return evaluate(key, value.launchDarkly, isDetailed, \.anything)
        case (let type, let value): throw .undecodable("The default value \(value) doesn't have the type \"\(type)\".")
        }
    }

    private func evaluate<Value: LDFlagValueConvertible>(
        _ key: String, _ fallback: Value, _ isDetailed: Bool, _ json: (Value) -> Any
    ) -> [String: Any] {
        guard isDetailed else { return ["value": json(client.variation(forKey: key, defaultValue: fallback))] }
        let detail = client.variationDetail(forKey: key, defaultValue: fallback)
        return [
            "value": json(detail.value), "variationIndex": detail.variationIndex ?? NSNull(),
            "reason": detail.reason ?? NSNull(),
        ]
    }
}

// MARK: - Events

extension ClientSubject {
    private func track(_ event: ClientCommand.Custom) throws {
        let data = event.data ?? .null
        if data.isNull, event.metricValue == nil, event.omitNullData == true {
            try client.track(key: event.eventKey)
        } else {
            try client.track(key: event.eventKey, data: data.anything, metricValue: event.metricValue)
        }
    }
}
