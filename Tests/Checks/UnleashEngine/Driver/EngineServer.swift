// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// The server with the engine, with its API for apps and its control paths.
struct EngineServer: Sendable {
    /// An unexpected response.
    struct Problem: Error, CustomStringConvertible {
        var description: String
    }

    /// A token that is allowed to fetch flags.
    static let frontendToken = Secret("*:development.engine-check-frontend")
    /// A token that is allowed to fetch rules.
    static let backendToken = Secret("*:development.engine-check-backend")

    let root: String
    let transport: any HTTPTransport

    /// The URL in the app's options.
    var url: String { root + "/api/frontend" }

    /// Returns the contexts of a seed, and the fields that all of them share.
    func contexts(seed: String, count: String) async throws -> (common: [String: FlagValue], contexts: [FlagValue]) {
        let answer = try await ask("GET", "/_contexts?seed=\(seed)&count=\(count)")
        guard case .object(let common)? = answer["common"], case .array(let contexts)? = answer["contexts"] else {
            throw Problem(description: "The response contains no contexts.")
        }
        return (common, contexts)
    }

    /// Returns the engine's results for each context.
    func evaluated(_ contexts: [FlagValue], common: [String: FlagValue]) async throws -> [EngineResult] {
        let answer = try await ask("POST", "/_evaluate", ["contexts": .array(contexts), "common": .object(common)])
        guard case .array(let results) = answer, results.count == contexts.count else {
            throw Problem(description: "The response contains no results.")
        }
        return try results.map { result in
            guard let read = EngineResult(result) else { throw Problem(description: "A result is invalid.") }
            return read
        }
    }

    /// Returns the server's counts.
    func figures() async throws -> FlagValue { try await ask("GET", "/_figures") }

    /// Returns the number of requests of a kind that had a status.
    func count(_ status: String) async throws -> Int {
        try await figures()["statuses"]?[status].flatMap(Int.init(flagValue:)) ?? 0
    }

    /// Returns the server's flags.
    func state() async throws -> FlagValue { try await ask("GET", "/_state") }

    /// Replaces the server's flags.
    func replaceState(_ document: FlagValue) async throws { _ = try await ask("POST", "/_state", document) }

    /// Makes the next request of a kind fail.
    func failNext(_ kind: String, status: Int64) async throws {
        _ = try await ask("POST", "/_fail", ["kind": .string(kind), "status": .int(status)])
    }

    /// Sends a request to a control path.
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
