// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The server's client API, with its sets of rules and its counts.
struct RulesServer: Sendable {
    /// A set of rules on the server, and the engine's results for it.
    struct RuleSet: Sendable {
        var common: [String: FlagValue]
        var contexts: [FlagValue]
        var results: [EngineResult]
    }

    let engine: EngineServer
    let seed: String

    /// Gives the server a numbered set of the seed.
    func serve(_ number: Int) async throws -> RuleSet {
        let answer = try await engine.ask("POST", "/_rules/set?seed=\(seed)&number=\(number)")
        guard case .object(let common)? = answer["common"], case .array(let contexts)? = answer["contexts"] else {
            throw EngineServer.Problem(description: "The response contains no set.")
        }
        return RuleSet(common: common, contexts: contexts, results: try results(answer["results"], contexts.count))
    }

    /// Returns the engine's results for contexts with the server's current rules.
    func evaluated(_ contexts: [FlagValue]) async throws -> [EngineResult] {
        try results(await engine.ask("POST", "/_rules/evaluate", ["contexts": .array(contexts)]), contexts.count)
    }

    private func results(_ json: FlagValue?, _ count: Int) throws -> [EngineResult] {
        guard case .array(let results)? = json, results.count == count else {
            throw EngineServer.Problem(description: "The response contains no results.")
        }
        return try results.map { result in
            guard let read = EngineResult(result) else {
                throw EngineServer.Problem(description: "A result is invalid.")
            }
            return read
        }
    }

    /// Returns the server's rules.
    func state() async throws -> FlagValue { try await engine.ask("GET", "/_rules/state") }

    /// Replaces the server's rules.
    func replaceState(_ document: FlagValue) async throws {
        _ = try await engine.ask("POST", "/_rules/state", document)
    }

    /// Makes the next request of a kind fail.
    func failNext(_ kind: String, status: Int64) async throws {
        _ = try await engine.ask("POST", "/_rules/fail", ["kind": .string(kind), "status": .int(status)])
    }

    /// Returns the server's counts for the client API.
    func figures() async throws -> FlagValue { try await engine.ask("GET", "/_rules/figures") }

    /// Returns the number of requests of a kind that had a status.
    func count(_ status: String) async throws -> Int {
        try await figures()["statuses"]?[status].flatMap(Int.init(flagValue:)) ?? 0
    }

    /// Returns the number of sent events of a type.
    func events(_ type: String) async throws -> Int {
        try await figures()["events"]?[type].flatMap(Int.init(flagValue:)) ?? 0
    }

    /// Returns the accepted registrations without changes.
    func registrations() async throws -> [FlagValue] {
        try await figures()["registrations"].flatMap([FlagValue].init(flagValue:)) ?? []
    }

    /// Returns the last requests without changes.
    func requests() async throws -> [FlagValue] {
        try await engine.ask("GET", "/_rules/requests").elements
    }
}

extension FlagValue {
    /// The elements of an array, or an empty array for any other value.
    var elements: [FlagValue] {
        if case .array(let elements) = self { elements } else { [] }
    }
}
