// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HostileServer
import TestSupport
import Testing

@Suite("VendorDemo")
struct VendorDemoTests {
    private func run(_ vendor: String, _ environment: [String: String?]) async throws -> Program.Outcome {
        let program = try #require(Program("VendorDemo"), "The VendorDemo program isn't next to the tests.")
        return try await program.run([vendor], environment: environment)
    }

    /// Returns the warning about a flag that the test's server doesn't have.
    private func unknownCheckout(_ vendor: String) -> String {
        "Halyard: warning: checkout: The provider '\(vendor)' has no flag with this key, so reads return their default values. "
            + "Check the flag key, or create the flag.\n"
    }

    /// A temporary folder, which is removed after the test.
    private final class Home {
        let path = FileManager.default.temporaryDirectory.appending(path: "halyard-\(UUID().uuidString)")
            .path(percentEncoded: false)

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private let home = Home()

    private func launchDarkly(_ url: String) -> [String: String?] {
        [
            // The device key and unsent events of other runs must not affect this run.
            "XDG_CACHE_HOME": home.path,
            "LAUNCHDARKLY_MOBILE_KEY": "mob-1", "LAUNCHDARKLY_BASE_URL": url, "LAUNCHDARKLY_STREAM_URL": url,
            "LAUNCHDARKLY_EVENTS_URL": url,
        ]
    }

    @Test(
        "Serves and reports the vendor's file if no service is configured",
        arguments: [
            ("unleash", "UNLEASH_URL", "UNKNOWN", "blue, UNKNOWN"),
            ("launchdarkly", "LAUNCHDARKLY_MOBILE_KEY", "0, DEFAULT", "1, TARGETING_MATCH"),
            ("ofrep", "OFREP_ENDPOINT", "on, STATIC", "blue, SPLIT"),
        ])
    func shipped(vendor: String, variable: String, newNav: String, checkout: String) async throws {
        #expect(
            try await run(vendor, [variable: nil])
                == Program.Outcome(
                    status: 0,
                    output: """
                        \(variable) is not set, so the flags come from Flags/\(vendor).json.
                        started: The provider's flags are in place.
                        new-nav = true (\(newNav), bootstrap: shipped)
                        checkout = #0052cc (\(checkout), bootstrap: shipped)

                        """, errors: ""))
    }

    @Test("Prints the usage with status 2 for a missing or unknown vendor", arguments: ["", "split"])
    func usage(vendor: String) async throws {
        #expect(
            try await run(vendor, [:])
                == Program.Outcome(
                    status: 2, output: "", errors: "usage: VendorDemo unleash|launchdarkly|ofrep [seconds]\n"))
    }

    @Test("Polls the configured Unleash server, and sends the reads")
    func unleash() async throws {
        let server = try HostileServer { request in
            request.method == "POST"
                ? [.send(.response(202))]
                : [.send(.response(body: #"{"toggles":[{"name":"new-nav","enabled":true}]}"#))]
        }
        defer { server.stop() }
        let outcome = try await run(
            "unleash", ["UNLEASH_URL": server.url("/api/frontend"), "UNLEASH_FRONTEND_TOKEN": "key"])
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
        #expect(requests.first?.target.contains("appName=vendor-demo") == true)
        #expect(requests.first?.target.contains("properties%5Bplan%5D=gold") == true)
        #expect(requests.first?.value(of: "Authorization") == "key")
        #expect(requests.last?.text.contains(#""new-nav":{"no":0,"yes":1}"#) == true)
    }

    @Test("Streams from LaunchDarkly with the mobile key, and sends the reads")
    func launchDarkly() async throws {
        let server = try HostileServer { request in
            if request.method == "POST" { return [.send(.response(202))] }
            let flags = #"{"new-nav":{"value":true,"version":3,"variation":0,"reason":{"kind":"OFF"}}}"#
            return [.send(.eventStream + .event("put", flags)), .stall]
        }
        defer { server.stop() }
        #expect(
            try await run("launchdarkly", launchDarkly(server.url("/relay")))
                == Program.Outcome(
                    status: 0,
                    output: """
                        started: The provider's flags are in place.
                        new-nav = true (0, DISABLED, network: launchdarkly)
                        checkout = #000000 (ERROR, default, FLAG_NOT_FOUND: The provider 'launchdarkly' has no flag \
                        'checkout'. Check the flag key, or create the flag.)

                        """, errors: unknownCheckout("launchdarkly")))
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

    @Test("Sends OFREP_HEADERS to the OFREP server, and reports invalid fields")
    func ofrep() async throws {
        let server = try HostileServer(answering: { _ in
            [.send(.response(body: #"{"flags":[{"key":"new-nav","value":true,"reason":"SPLIT","variant":"b"}]}"#))]
        })
        defer { server.stop() }
        let outcome = try await run(
            "ofrep",
            ["OFREP_ENDPOINT": server.url("/flags"), "OFREP_HEADERS": "Flagd-Selector=flagSetId%3Dshop,nothing"])
        #expect(
            outcome
                == Program.Outcome(
                    status: 0,
                    output: """
                        started: The provider's flags are in place.
                        new-nav = true (b, SPLIT, network: ofrep)
                        checkout = #000000 (ERROR, default, FLAG_NOT_FOUND: The provider 'ofrep' has no flag 'checkout'. \
                        Check the flag key, or create the flag.)

                        """,
                    errors: "OFREP_HEADERS: ignored invalid header fields (1). Use name=value pairs.\n"
                        + unknownCheckout("ofrep")))
        let request = try #require(server.requests.first)
        #expect(request.target == "/flags/ofrep/v1/evaluate/flags")
        #expect(request.value(of: "Flagd-Selector") == "flagSetId=shop")
        #expect(
            request.text
                == #"{"context":{"plan":"gold","targetingKey":"c3b155b0-5ebe-4a20-8386-e0cab160051e"}}"#)
    }

    @Test(
        "Reports the location of a configuration error",
        arguments: [
            (
                "unleash", ["UNLEASH_URL": "https://flags.example.com", "UNLEASH_FRONTEND_TOKEN": nil],
                "unleash.json:10:20: error: /providers/unleash/clientKey: The environment variable "
                    + "UNLEASH_FRONTEND_TOKEN is not set. Set it, or add a \"default\".\n"
            ),
            (
                "launchdarkly", ["LAUNCHDARKLY_MOBILE_KEY": "mob-1", "LAUNCHDARKLY_BASE_URL": "nowhere"],
                "launchdarkly.json:10:18: error: /providers/launchdarkly/baseUrl: The value isn't an absolute http or https URL."
            ),
        ] as [(String, [String: String?], String)])
    func wrong(vendor: String, environment: [String: String?], error: String) async throws {
        let outcome = try await run(vendor, environment)
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(outcome.errors.contains(error))
    }

    @Test(
        "Reports a rejected request with advice on standard error",
        arguments: [
            (
                "unleash", "UNLEASH_URL", 401,
                "Use a frontend token of this service as the client key. A client (backend) token is for the provider type "
                    + "\"unleash-local\"."
            ),
            ("ofrep", "OFREP_ENDPOINT", 404, "Check the URL. Use the part before \"/ofrep\"."),
        ])
    func refused(vendor: String, variable: String, status: Int, advice: String) async throws {
        let server = try HostileServer(answering: { _ in [.send(.response(status))] })
        defer { server.stop() }
        let outcome = try await run(
            vendor, [variable: server.url(vendor == "unleash" ? "/api/frontend" : ""), "UNLEASH_FRONTEND_TOKEN": "key"])
        #expect(
            outcome.errors.hasPrefix(
                "Halyard: warning: \(vendor): \(server.url("")) responded with status \(status). \(advice)"))
        #expect(outcome.output.contains("bootstrap: \(vendor))"))
    }

    @Test("Serves the vendor's file and an error if the server is unreachable", arguments: ["unleash", "launchdarkly"])
    func unreachable(vendor: String) async throws {
        let port = try ClosedPort()
        let environment = launchDarkly(port.url()).merging([
            "UNLEASH_URL": port.url("/api/frontend"), "UNLEASH_FRONTEND_TOKEN": "key",
        ]) {
            $1
        }
        let outcome = try await run(vendor, environment)
        withExtendedLifetime(port) {}
        #expect(outcome.status == 0)
        #expect(
            outcome.output.hasPrefix(
                "started: Older flags are served instead of the provider's. GENERAL: http://127.0.0.1:"))
        #expect(outcome.output.contains("bootstrap: \(vendor))\n"))
        #expect(outcome.errors.hasPrefix("Halyard: warning: \(vendor): http://127.0.0.1:"))
    }
}
