// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HostileServer
import Testing
import TestSupport

@Suite("LaunchDarklyDemo")
struct LaunchDarklyDemoTests {
    private func run(_ environment: [String: String?]) async throws -> Program.Outcome {
        let program = try #require(Program("LaunchDarklyDemo"), "the LaunchDarklyDemo program is not beside the tests")
        return try await program.run(environment: environment)
    }

    /// A folder of this test's own.
    private final class Home {
        let path = FileManager.default.temporaryDirectory.appending(path: "halyard-\(UUID().uuidString)")
            .path(percentEncoded: false)

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private let home = Home()

    private func environment(_ url: String) -> [String: String?] {
        [
            // Where the device key is kept, and events that could not be sent: no other run's.
            "XDG_CACHE_HOME": home.path,
            "LAUNCHDARKLY_MOBILE_KEY": "mob-1", "LAUNCHDARKLY_BASE_URL": url, "LAUNCHDARKLY_STREAM_URL": url,
            "LAUNCHDARKLY_EVENTS_URL": url,
        ]
    }

    @Test("without a mobile key the demo reads its file, and says so")
    func shipped() async throws {
        #expect(
            try await run(["LAUNCHDARKLY_MOBILE_KEY": nil])
                == Program.Outcome(
                    status: 0,
                    output: """
                        LAUNCHDARKLY_MOBILE_KEY is not set, so the flags come from Flags/shipped.json.
                        started: The provider's flags are in place.
                        new-nav = true (0, DEFAULT, bootstrap: shipped)
                        checkout = #0052cc (1, TARGETING_MATCH, bootstrap: shipped)

                        """, errors: ""))
    }

    @Test("with a mobile key the demo streams from that environment, and reports what it read")
    func server() async throws {
        let server = try HostileServer { request in
            if request.method == "POST" { return [.send(.response(202))] }
            let flags = #"{"new-nav":{"value":true,"version":3,"variation":0,"reason":{"kind":"OFF"}}}"#
            return [.send(.eventStream + .event("put", flags)), .stall]
        }
        defer { server.stop() }
        #expect(
            try await run(environment(server.url("/relay")))
                == Program.Outcome(
                    status: 0,
                    output: """
                        started: The provider's flags are in place.
                        new-nav = true (0, DISABLED, network: launchdarkly)
                        checkout = #000000 (ERROR, default, FLAG_NOT_FOUND: The provider 'launchdarkly' has no flag named \
                        'checkout'. Check the name, or create the flag.)

                        """, errors: ""))
        let stream = server.requests.first { $0.method == "GET" }
        let user = "eyJrZXkiOiJjM2IxNTViMC01ZWJlLTRhMjAtODM4Ni1lMGNhYjE2MDA1MWUiLCJraW5kIjoidXNlciIsInBsYW4iOiJnb2xkIn0"
        #expect(stream?.target == "/relay/meval/\(user)?withReasons=true")
        #expect(stream?.value(of: "Authorization") == "api_key mob-1")
        let events = server.requests.last { $0.target == "/relay/mobile/events/bulk" }
        #expect(
            events?.text.contains(
                #""new-nav":{"contextKinds":["user"],"counters":[{"count":1,"value":true,"variation":0,"version":3}]"#)
                == true)
    }

    @Test("with an invalid address the demo says so")
    func wrongURL() async throws {
        let outcome = try await run(environment("nowhere"))
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(
            outcome.errors.contains(
                "launchdarkly.json:10:18: error: /providers/launchdarkly/baseUrl: That is not an absolute http or https URL."
            ))
    }

    @Test("with a server that is not there the demo serves what it ships with, and says why")
    func unreachable() async throws {
        let port = try ClosedPort()
        let outcome = try await run(environment(port.url()))
        withExtendedLifetime(port) {}
        #expect(outcome.status == 0)
        #expect(
            outcome.output.hasPrefix(
                "started: Older flags are served, and not the provider's (GENERAL: http://127.0.0.1:"))
        #expect(outcome.output.contains("\nnew-nav = true (0, DEFAULT, bootstrap: launchdarkly)\n"))
        #expect(outcome.errors.hasPrefix("Halyard: warning: launchdarkly: http://127.0.0.1:"))
    }
}
