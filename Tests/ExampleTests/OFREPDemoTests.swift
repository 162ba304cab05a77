// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HostileServer
import Testing
import TestSupport

@Suite("OFREPDemo")
struct OFREPDemoTests {
    private func run(_ environment: [String: String?]) async throws -> Program.Outcome {
        let program = try #require(Program("OFREPDemo"), "the OFREPDemo program is not beside the tests")
        return try await program.run(environment: environment)
    }

    @Test("without an endpoint the demo reads its file, and says so")
    func shipped() async throws {
        #expect(
            try await run(["OFREP_ENDPOINT": nil])
                == Program.Outcome(
                    status: 0,
                    output: """
                        OFREP_ENDPOINT is not set, so the flags come from Flags/shipped.json.
                        started: The provider's flags are in place.
                        new-nav = true (on, STATIC, bootstrap: shipped)
                        checkout = #0052cc (blue, SPLIT, bootstrap: shipped)

                        """, errors: ""))
    }

    @Test("with an endpoint the demo asks that server with the variable's header fields, and says which are none")
    func server() async throws {
        let server = try HostileServer(answering: { _ in
            [.send(.response(body: #"{"flags":[{"key":"new-nav","value":true,"reason":"SPLIT","variant":"b"}]}"#))]
        })
        defer { server.stop() }
        let outcome = try await run([
            "OFREP_ENDPOINT": server.url("/flags"), "OFREP_HEADERS": "Flagd-Selector=flagSetId%3Dshop,nothing",
        ])
        #expect(
            outcome
                == Program.Outcome(
                    status: 0,
                    output: """
                        started: The provider's flags are in place.
                        new-nav = true (b, SPLIT, network: ofrep)
                        checkout = #000000 (ERROR, default, FLAG_NOT_FOUND: The provider 'ofrep' has no flag named 'checkout'. \
                        Check the name, or create the flag.)

                        """, errors: "OFREP_HEADERS: 1 pieces are no header fields, and were left out.\n"))
        let request = try #require(server.requests.first)
        #expect(request.target == "/flags/ofrep/v1/evaluate/flags")
        #expect(request.value(of: "Flagd-Selector") == "flagSetId=shop")
        #expect(
            request.text
                == #"{"context":{"plan":"gold","targetingKey":"c3b155b0-5ebe-4a20-8386-e0cab160051e"}}"#)
    }

    @Test("a server that refuses is on standard error, and the shipped flags are served")
    func refused() async throws {
        let server = try HostileServer(answering: { _ in [.send(.response(404))] })
        defer { server.stop() }
        let outcome = try await run(["OFREP_ENDPOINT": server.url("")])
        #expect(outcome.output.contains("new-nav = true (on, STATIC, bootstrap: ofrep)"))
        #expect(
            outcome.errors.contains(
                "warning: ofrep: \(server.url("")): answered 404")
                || outcome.errors.contains("answered 404. Check the URL: it is what stands before \"/ofrep\"."))
    }
}
