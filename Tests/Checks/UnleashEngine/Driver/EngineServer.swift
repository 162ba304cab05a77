// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// The server around the engine: what it serves to apps, and what it reports on the side.
struct EngineServer: Sendable {
    /// An answer that makes no sense here.
    struct Problem: Error, CustomStringConvertible {
        var description: String
    }

    /// A token that may fetch flags.
    static let frontendToken = Secret("*:development.engine-check-frontend")
    /// A token that may fetch rules.
    static let backendToken = Secret("*:development.engine-check-backend")

    let root: String
    let transport: any HTTPTransport

    /// What apps are given as their URL.
    var url: String { root + "/api/frontend" }

    /// The contexts that a seed makes, and the fields that all of them share.
    func contexts(seed: String, count: String) async throws -> (common: [String: FlagValue], contexts: [FlagValue]) {
        let answer = try await ask("GET", "/_contexts?seed=\(seed)&count=\(count)")
        guard case .object(let common)? = answer["common"], case .array(let contexts)? = answer["contexts"] else {
            throw Problem(description: "no contexts")
        }
        return (common, contexts)
    }

    /// What the engine says to each context.
    func evaluated(_ contexts: [FlagValue], common: [String: FlagValue]) async throws -> [EngineResult] {
        let answer = try await ask("POST", "/_evaluate", ["contexts": .array(contexts), "common": .object(common)])
        guard case .array(let results) = answer, results.count == contexts.count else {
            throw Problem(description: "no results")
        }
        return try results.map { result in
            guard let read = EngineResult(result) else { throw Problem(description: "an unreadable result") }
            return read
        }
    }

    /// What the server counted.
    func figures() async throws -> FlagValue { try await ask("GET", "/_figures") }

    /// How often a kind of request had a status.
    func count(_ status: String) async throws -> Int {
        try await figures()["statuses"]?[status].flatMap(Int.init(flagValue:)) ?? 0
    }

    /// The flags that the server has.
    func state() async throws -> FlagValue { try await ask("GET", "/_state") }

    /// Gives the server other flags.
    func replaceState(_ document: FlagValue) async throws { _ = try await ask("POST", "/_state", document) }

    /// Lets the next request of a kind fail.
    func failNext(_ kind: String, status: Int64) async throws {
        _ = try await ask("POST", "/_fail", ["kind": .string(kind), "status": .int(status)])
    }

    /// Asks one of the control paths.
    func ask(_ method: String, _ path: String, _ body: FlagValue? = nil) async throws -> FlagValue {
        let request = HTTPRequest(
            root + path, method: method, headers: ["Content-Type": "application/json"],
            body: body.map { Array($0.description.utf8) })
        let response = try await transport.send(request, within: HTTPLimits(deadline: .seconds(300)))
        guard response.head.status == 200 else {
            throw Problem(description: "\(path) responded with status \(response.head.status)")
        }
        return try JSONReader().read(response.body)
    }
}
