// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation

/// What one suite of contract tests asks for.
protocol Dialect: Sendable {
    /// What the suite learns about the service.
    var status: Status { get }

    /// Makes what a test asks for.
    func make(_ body: Data) async throws -> any Subject

    /// Cleans up behind all that was made.
    func end()
}

extension Dialect {
    func end() {}
}

/// What a test has made, and drives by commands.
protocol Subject: Sendable {
    /// Does what a command says; its answer, if it has one.
    func perform(_ body: Data) async throws -> Data?

    func close() async
}

/// What a suite learns about the service: it runs the tests that the capabilities ask for.
struct Status: Encodable, Sendable {
    var name: String
    var clientVersion = "1.0"
    var capabilities: [String]
}

/// Why a request is not done.
enum Refusal: Error {
    /// It does not say what it should; answered with 400.
    case undecodable(String)
    /// It was tried in vain; answered with 500.
    case failed(String)
}

extension Decodable {
    /// Reads a request's body.
    init(body: Data) throws(Refusal) {
        do {
            self = try JSONDecoder().decode(Self.self, from: body)
        } catch {
            throw .undecodable("\(error)")
        }
    }
}
