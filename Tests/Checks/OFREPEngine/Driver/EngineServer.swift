// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// The server with the engine, with its control paths.
struct EngineServer: Sendable {
    /// An unexpected response.
    struct Problem: Error, CustomStringConvertible {
        var description: String
    }

    let url: String
    let transport: any HTTPTransport

    /// Returns the contexts of a seed.
    func contexts(seed: String, count: Int) async throws -> [EvaluationContext] {
        guard case .array(let contexts) = try await ask("GET", "/_contexts?seed=\(seed)&count=\(count)") else {
            throw Problem(description: "The response contains no contexts.")
        }
        return try contexts.map { context in
            guard case .object(let attributes)? = context["attributes"] else {
                throw Problem(description: "Invalid context: \(context)")
            }
            return EvaluationContext(
                key: context["key"].flatMap(String.init(flagValue:)), attributes: attributes)
        }
    }

    /// Returns the engine's decisions about every flag, for each context of a seed.
    func decisions(seed: String, count: Int) async throws -> [[EngineDecision]] {
        guard case .array(let answers) = try await ask("GET", "/_answers?seed=\(seed)&count=\(count)") else {
            throw Problem(description: "The response contains no decisions.")
        }
        return try answers.map { answer in
            guard case .array(let decisions) = answer else { throw Problem(description: "Invalid decisions.") }
            return try decisions.map { decision in
                guard let read = EngineDecision(decision) else {
                    throw Problem(description: "Invalid decision: \(decision)")
                }
                return read
            }
        }
    }

    /// Replaces the server's flags once a stream is open, and returns the number of the new generation.
    func change() async throws -> Int {
        guard let generation = try await ask("POST", "/_next?streams=1")["generation"].flatMap(Int.init(flagValue:))
        else {
            throw Problem(description: "The response contains no generation.")
        }
        return generation
    }

    /// Returns the server's counts.
    func figures() async throws -> FlagValue { try await ask("GET", "/_figures") }

    /// Returns the count of an event, such as `bulk 304`.
    func count(_ what: String) async throws -> Int {
        try await figures()[what].flatMap(Int.init(flagValue:)) ?? 0
    }

    private func ask(_ method: String, _ path: String) async throws -> FlagValue {
        let request = HTTPRequest(url + path, method: method, headers: [:])
        let response = try await transport.send(request, within: HTTPLimits(deadline: .seconds(300)))
        guard response.head.status == 200 else {
            throw Problem(description: "\(path) responded with status \(response.head.status)")
        }
        return try JSONReader().read(response.body)
    }
}
