// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HostileServer
import Testing
import TestSupport

@Suite("UnleashDemo")
struct UnleashDemoTests {
    private func run(_ environment: [String: String?]) async throws -> Program.Outcome {
        let program = try #require(Program("UnleashDemo"), "the UnleashDemo program is not beside the tests")
        return try await program.run(environment: environment)
    }

    @Test("without a URL the demo reads its file, and says so")
    func shipped() async throws {
        #expect(
            try await run(["UNLEASH_URL": nil])
                == Program.Outcome(
                    status: 0,
                    output: """
                        UNLEASH_URL is not set, so the flags come from Flags/shipped.json.
                        started: The provider's flags are in place.
                        new-nav = true (UNKNOWN, bootstrap: shipped)
                        checkout = #0052cc (blue, UNKNOWN, bootstrap: shipped)

                        """, errors: ""))
    }

    @Test("with a URL the demo asks that server, as its configuration says, and reports what it read")
    func server() async throws {
        let server = try HostileServer { request in
            request.method == "POST"
                ? [.send(.response(202))]
                : [.send(.response(body: #"{"toggles":[{"name":"new-nav","enabled":true}]}"#))]
        }
        defer { server.stop() }
        let outcome = try await run(["UNLEASH_URL": server.url("/api/frontend"), "UNLEASH_KEY": "key"])
        #expect(
            outcome
                == Program.Outcome(
                    status: 0,
                    output: """
                        started: The provider's flags are in place.
                        new-nav = true (UNKNOWN, network: unleash)
                        checkout = #000000 (DISABLED, default)

                        """, errors: ""))
        let requests = server.requests
        #expect(requests.map(\.method) == ["GET", "POST"])
        #expect(requests.first?.target.contains("appName=unleash-demo") == true)
        #expect(requests.first?.target.contains("properties%5Bplan%5D=gold") == true)
        #expect(requests.first?.value(of: "Authorization") == "key")
        #expect(requests.last?.text.contains(#""new-nav":{"no":0,"yes":1}"#) == true)
    }

    @Test("with a URL and no key the demo says what is missing")
    func noKey() async throws {
        let outcome = try await run(["UNLEASH_URL": "https://flags.example.com", "UNLEASH_KEY": nil])
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(
            outcome.errors.hasSuffix(
                "unleash.json:10:20: error: /providers/unleash/clientKey: The environment variable UNLEASH_KEY is not set. "
                    + "Set it, or add a \"default\".\n"))
    }

    @Test("a token that the server refuses is on standard error, with what to do")
    func refused() async throws {
        let server = try HostileServer(answering: { _ in [.send(.response(401))] })
        defer { server.stop() }
        let outcome = try await run(["UNLEASH_URL": server.url("/api/frontend"), "UNLEASH_KEY": "key"])
        #expect(
            outcome.errors.hasPrefix(
                "Halyard: warning: unleash: \(server.url("")): answered 401. "
                    + "Give a frontend token of this service as the client key. A client (backend) token is for the "
                    + "provider type \"unleash-rules\"."))
    }

    @Test("with a server that is not there the demo serves what it ships with, and says why")
    func unreachable() async throws {
        let port = try ClosedPort()
        let outcome = try await run(["UNLEASH_URL": port.url("/api"), "UNLEASH_KEY": "key"])
        withExtendedLifetime(port) {}
        #expect(outcome.status == 0)
        #expect(
            outcome.output.hasPrefix(
                "started: Older flags are served, and not the provider's (GENERAL: http://127.0.0.1:"))
        #expect(outcome.output.contains("\nnew-nav = true (UNKNOWN, bootstrap: unleash)\n"))
        #expect(outcome.errors.hasPrefix("Halyard: warning: unleash: http://127.0.0.1:"))
    }
}
