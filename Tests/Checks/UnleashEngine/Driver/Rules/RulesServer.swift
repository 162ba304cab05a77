// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The server's client API: its sets of rules, and what it counted of it.
struct RulesServer: Sendable {
    /// A set of rules that the server now has, and what the engine makes of it.
    struct RuleSet: Sendable {
        var common: [String: FlagValue]
        var contexts: [FlagValue]
        var results: [EngineResult]
    }

    let engine: EngineServer
    let seed: String

    /// Gives the server a set of the seed.
    func serve(_ number: Int) async throws -> RuleSet {
        let answer = try await engine.ask("POST", "/_rules/set?seed=\(seed)&number=\(number)")
        guard case .object(let common)? = answer["common"], case .array(let contexts)? = answer["contexts"] else {
            throw EngineServer.Problem(description: "no set")
        }
        return RuleSet(common: common, contexts: contexts, results: try results(answer["results"], contexts.count))
    }

    /// What the engine says to contexts, by the rules that the server has.
    func evaluated(_ contexts: [FlagValue]) async throws -> [EngineResult] {
        try results(await engine.ask("POST", "/_rules/evaluate", ["contexts": .array(contexts)]), contexts.count)
    }

    private func results(_ json: FlagValue?, _ count: Int) throws -> [EngineResult] {
        guard case .array(let results)? = json, results.count == count else {
            throw EngineServer.Problem(description: "no results")
        }
        return try results.map { result in
            guard let read = EngineResult(result) else {
                throw EngineServer.Problem(description: "an unreadable result")
            }
            return read
        }
    }

    /// The rules that the server has.
    func state() async throws -> FlagValue { try await engine.ask("GET", "/_rules/state") }

    /// Gives the server other rules.
    func replaceState(_ document: FlagValue) async throws {
        _ = try await engine.ask("POST", "/_rules/state", document)
    }

    /// Lets the next request of a kind fail.
    func failNext(_ kind: String, status: Int64) async throws {
        _ = try await engine.ask("POST", "/_rules/fail", ["kind": .string(kind), "status": .int(status)])
    }

    /// What the server counted of the client API.
    func figures() async throws -> FlagValue { try await engine.ask("GET", "/_rules/figures") }

    /// How often a kind of request had a status.
    func count(_ status: String) async throws -> Int {
        try await figures()["statuses"]?[status].flatMap(Int.init(flagValue:)) ?? 0
    }

    /// How many events of a type were sent.
    func events(_ type: String) async throws -> Int {
        try await figures()["events"]?[type].flatMap(Int.init(flagValue:)) ?? 0
    }

    /// The accepted registrations as they came.
    func registrations() async throws -> [FlagValue] {
        try await figures()["registrations"].flatMap([FlagValue].init(flagValue:)) ?? []
    }

    /// The last requests as they came.
    func requests() async throws -> [FlagValue] {
        try await engine.ask("GET", "/_rules/requests").elements
    }
}

extension FlagValue {
    /// The elements of a list; none of anything else.
    var elements: [FlagValue] {
        if case .array(let elements) = self { elements } else { [] }
    }
}
