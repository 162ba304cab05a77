// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardUnleash
import HostileServer
import Testing
import TestSupport

@Suite("Unleash responses")
struct UnleashPayloadTests {
    private func answered(_ body: String) async throws -> (flags: [String], diagnostics: [String]) {
        let stage = try UnleashStage(.flags(body))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        let flags = client.state.flagSet?.table.map { flag in
            let payload = flag.variantValue.map { $0.isNull ? "" : " with \($0)" } ?? ""
            return flag.description + payload + (flag.reporting.contains(.each) ? " each" : "")
        }
        await client.shutdown()
        return (flags?.sorted() ?? [], client.diagnostics.recent.map(\.description))
    }

    @Test("Reads a response of the Unleash server")
    func server() async throws {
        let (flags, diagnostics) = try await answered(
            #"""
            {"toggles":[
              {"name":"plain","enabled":true,"impressionData":false,
               "variant":{"name":"disabled","enabled":false,"feature_enabled":true,"featureEnabled":true}},
              {"name":"variant","enabled":true,"impressionData":true,
               "variant":{"name":"b","enabled":true,"feature_enabled":true,"featureEnabled":true,
                          "payload":{"type":"json","value":"{\"x\":1}"}}}]}
            """#)
        #expect(
            flags == [
                "plain = true (UNKNOWN, network: unleash)",
                #"variant = true (b, UNKNOWN, network: unleash) with {"x":1} each"#,
            ])
        #expect(diagnostics == [])
    }

    @Test("Reads a response of Unleash Edge")
    func edge() async throws {
        let (flags, diagnostics) = try await answered(
            """
            {"version":2,"toggles":[
              {"name":"null-payload","enabled":true,"impression_data":true,"impressionData":true,
               "variant":{"name":"a","enabled":true,"payload":null}},
              {"name":"off","enabled":false,"variant":{"name":"a","enabled":true,"payload":{"type":"string","value":"x"}}},
              {"name":"null-variant","enabled":true,"impression_data":null,"variant":null,"project":"p"}]}
            """)
        #expect(
            flags == [
                "null-payload = true (a, UNKNOWN, network: unleash) each",
                "null-variant = true (UNKNOWN, network: unleash)", "off = false (DISABLED, network: unleash)",
            ])
        #expect(diagnostics == [])
    }

    @Test("Skips and reports invalid toggles with their location")
    func tolerance() async throws {
        let (flags, diagnostics) = try await answered(
            """
            {"toggles":[
              7, {"enabled":true}, {"name":"no-enabled"}, {"name":"good","enabled":true},
              {"name":"good","enabled":false},
              {"name":"bad-variant","enabled":true,"variant":{"enabled":true}},
              {"name":"bad-payload","enabled":true,"variant":{"name":"a","enabled":true,"payload":{"type":"json","value":"{"}}}]}
            """)
        #expect(
            flags == [
                #"bad-payload = true (a, UNKNOWN, network: unleash) with "{""#,
                "bad-variant = true (UNKNOWN, network: unleash)", "good = true (UNKNOWN, network: unleash)",
            ])
        #expect(
            diagnostics == [
                "warning: /toggles/0: The toggle has no name, so it was skipped. Add a string \"name\".",
                "warning: /toggles/1: The toggle has no name, so it was skipped. Add a string \"name\".",
                "warning: /toggles/2: no-enabled: The toggle has no Boolean \"enabled\", so it was skipped. "
                    + "Add \"enabled\": true or false.",
                "warning: /toggles/4: good: An earlier toggle has the same name, so this one was skipped. "
                    + "Remove one of the toggles.",
                "warning: /toggles/5/variant: bad-variant: The variant has no name, so the toggle is served without it. "
                    + "Add a string \"name\".",
                "warning: /toggles/6/variant/payload/value: bad-payload: The payload doesn't match type \"json\". "
                    + "It's served as a string. Fix the value, or set the type to \"string\".",
            ])
    }

    @Test("Reports the same diagnostics only once for repeated responses")
    func diagnosticsOnce() async throws {
        let stage = try UnleashStage(.flags(#"{"toggles":[7,{"name":"a","enabled":true}]}"#))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        for _ in 1...3 {
            _ = try await stage.server.nextRequest()
            await stage.pass(.seconds(15))
        }
        _ = try await stage.server.nextRequest()
        await stage.time.awaitSleepers()
        #expect(client.diagnostics.recent.count == 1)
        await client.shutdown()
    }
}
