// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation

/// The protocol of one suite of contract tests.
protocol Dialect: Sendable {
    /// The service's description for the suite.
    var status: Status { get }

    /// Creates the object that a test requests.
    func make(_ body: Data) async throws -> any Subject

    /// Cleans up after all created objects.
    func end()
}

extension Dialect {
    func end() {}
}

/// An object that a test has created and controls with commands.
protocol Subject: Sendable {
    /// Performs a command, and returns its response, if any.
    func perform(_ body: Data) async throws -> Data?

    func close() async
}

/// The service's description for a suite, which runs the tests that match the capabilities.
struct Status: Encodable, Sendable {
    var name: String
    var clientVersion = "1.0"
    var capabilities: [String]
}

/// The reason for a failed request.
enum Refusal: Error {
    /// The request is invalid.
    ///
    /// The response is 400.
    case undecodable(String)
    /// The operation failed.
    ///
    /// The response is 500.
    case failed(String)
}

extension Decodable {
    /// Decodes a request's body.
    init(body: Data) throws(Refusal) {
        do {
            self = try JSONDecoder().decode(Self.self, from: body)
        } catch {
            throw .undecodable("\(error)")
        }
    }
}
