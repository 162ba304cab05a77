// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HTTPTypes
import Halyard
import HalyardLaunchDarkly
import HalyardOFREP
import HalyardUnleash
import Hummingbird
import HummingbirdTesting
import Testing

@testable import FlagServer

extension FlagService {
    /// Returns a service with a provider that a test can change.
    static func of(_ provider: some FlagProvider, context: EvaluationContext = .anonymous) -> FlagService {
        var options = FlagClient.Options()
        options.diagnosticHandler = { _ in }
        options.eventsEnabled = false
        return FlagService(FlagClient(provider: provider, context: context, options: options))
    }

    static func of(_ values: [String: FlagValue]) -> FlagService { of(InMemoryFlagProvider(values)) }

    /// Serves on a free port while a function runs.
    func serve(_ body: @escaping @Sendable (TestServer) async throws -> Void) async throws {
        try await FlagServer.application(self).test(.live) { client in
            try await body(TestServer(client: client, port: #require(client.port), service: self))
        }
    }
}

/// A running server.
struct TestServer: Sendable {
    let client: any TestClientProtocol
    let port: Int
    let service: FlagService

    var url: String { "http://localhost:\(port)" }

    /// Sends a request, and returns the response.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await client.execute(uri: path, method: method, headers: headers, body: body.map(ByteBuffer.init(string:)))
    }

    /// Sends a request, and returns the response's body as JSON.
    func json(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws -> FlagValue {
        let response = try await send(method, path, body)
        #expect(response.status == .ok)
        return try JSONReader().read(String(buffer: response.body))
    }

    /// Returns a client that uses this server as its vendor, with the first flags.
    func vendorClient(_ provider: String, context: EvaluationContext = .user("ada")) async throws -> FlagClient {
        var options = FlagClient.Options()
        options.diagnosticHandler = { _ in }
        var host = ConfigurationHost()
        host.files = InMemoryFileSystem()
        let client = try FlagClient(
            configuration: .json(#"{"version": 1, "providers": {"vendor": \#(provider)}}"#),
            providers: [.unleash, .launchDarkly, .ofrep], options: options, host: host)
        await client.setContext(context, within: .zero)
        let start = await client.start(within: .seconds(60))
        guard case .ready = start else {
            Issue.record("not ready: \(start)")
            return client
        }
        return client
    }

    var launchDarkly: String {
        #"""
        {"type": "launchdarkly", "mobileKey": "mob", "baseUrl": "\#(url)", "streamUrl": "\#(url)", "eventsUrl": "\#(url)",
         "evaluationReasons": true, "maxCachedUsers": 0}
        """#
    }

    var ofrep: String { #"{"type": "ofrep", "url": "\#(url)", "persistence": "networkOnly"}"# }

    var unleash: String {
        #"{"type": "unleash", "url": "\#(url)/api/frontend", "clientKey": "key", "refreshInterval": "100ms"}"#
    }
}

extension FlagClient {
    /// Waits until a flag has a value.
    func waits<Value: Sendable & Equatable>(for key: FlagKey<Value>, toBe expected: Value) async {
        for await value in values(of: key) where value == expected { return }
    }
}

/// A temporary folder for one test.
struct TestFolder: ~Copyable {
    let path = FileManager.default.temporaryDirectory.appending(path: "flag-server-\(UUID())").path

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String, _ text: String) throws -> String {
        let file = path + "/" + name
        try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
        return file
    }
}
