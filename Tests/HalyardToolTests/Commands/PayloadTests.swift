// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardManifest
import HalyardSupport
import TestSupport
import Testing

@testable import HalyardTool

/// Tests for Unleash payloads, and for the strategies that determine a value.
@Suite("Payloads and strategies")
struct PayloadTests {
    private static let toggles = #"""
        {"toggles": [
          {"name": "csv", "enabled": true, "variant": {"name": "v", "enabled": true, "payload": {"type": "csv", "value": "a,b"}}},
          {"name": "number", "enabled": true, "variant": {"name": "v", "enabled": true, "payload": {"type": "number", "value": "30"}}},
          {"name": "share", "enabled": true, "variant": {"name": "v", "enabled": true, "payload": {"type": "number", "value": "0.5"}}},
          {"name": "text", "enabled": true, "variant": {"name": "v", "enabled": true, "payload": {"type": "string", "value": "30"}}},
          {"name": "json", "enabled": true, "variant": {"name": "v", "enabled": true, "payload": {"type": "json", "value": "{\"a\":[1]}"}}},
          {"name": "variant", "enabled": true, "variant": {"name": "v", "enabled": true}},
          {"name": "plain", "enabled": true}]}
        """#
    private static let rules = #"""
        {"version": 2, "features": [
          {"name": "gold", "enabled": true, "strategies": [
            {"name": "default", "constraints": [{"contextName": "plan", "operator": "IN", "values": ["gold"]}]}]},
          {"name": "open", "enabled": true, "strategies": [
            {"name": "userWithId", "parameters": {"userIds": "bob"}}, {"name": "default"}, {"name": "default"}]},
          {"name": "closed", "enabled": false, "strategies": [{"name": "default"}]},
          {"name": "bare", "enabled": true, "strategies": []},
          {"name": "child", "enabled": true, "dependencies": [{"feature": "closed"}], "strategies": [{"name": "default"}]}]}
        """#
    private let tool = MemoryTool([
        "halyard.json": #"""
        {"version": 1, "active": "toggles", "context": {"key": "ada"}, "providers": {
          "toggles": {"type": "bootstrap", "file": "toggles.json"}, "rules": {"type": "bootstrap", "file": "rules.json"},
          "both": {"type": "combined", "providers": ["toggles", "rules"]}}}
        """#,
        "toggles.json": toggles, "rules.json": rules,
    ])

    @Test("Prints a variant's payload in eval")
    func eval() async throws {
        let output = await tool.run("eval", "number", "json").output
        #expect(output.contains("number  true   v = 30         UNKNOWN"), "\(output)")
        #expect(output.contains(#"json    true   v = {"a":[1]}  UNKNOWN"#), "\(output)")
    }

    @Test("Prints a variant's payload in explain")
    func explain() async throws {
        let output = await tool.run("explain", "number").output
        #expect(output.contains("toggles returned true, variant 'v', payload 30, reason UNKNOWN"), "\(output)")
    }

    @Test("Prints the old and the new payload in watch")
    func watch() throws {
        func flag(_ payload: FlagValue?) -> EvaluatedFlag {
            EvaluatedFlag(
                "page-size", true, variantValue: payload, variant: "v", origin: Origin(.network, provider: "u"))
        }
        let line = ChangeLine(
            FlagChange(key: "page-size", old: flag(20), new: flag(30)), at: Instant(millisecondsSinceEpoch: 0))
        #expect(
            line.text.text(isColored: false)
                == "00:00:00Z  page-size  true, payload 20 → true, payload 30  (v, STATIC, network: u)")
        #expect(line.json["oldPayload"] == 20)
        #expect(line.json["payload"] == 30)
        #expect(JSONSchema(try #require(OutputSchema.of("watch"))).faults(of: line.json) == [])
        let plain = ChangeLine(FlagChange(key: "a", old: nil, new: flag(nil)), at: Instant(millisecondsSinceEpoch: 0))
        #expect(plain.text.text(isColored: false) == "00:00:00Z  a  absent → true  (v, STATIC, network: u)")
        #expect(plain.json["payload"] == nil)
    }

    @Test("Writes the types of payloads to a manifest")
    func manifest() async throws {
        let outcome = await tool.run("manifest")
        let flags = FlagManifest.read(Array(outcome.output.utf8)).manifest.flags
        #expect(
            flags.map { "\($0.key) \($0.type.rawValue)" } == [
                "csv string", "json object", "number integer", "plain boolean", "share float", "text string",
                "variant boolean",
            ])
        #expect(outcome.output.contains(#""json": { "flagType": "object", "defaultValue": { "a": [1] } }"#))
    }

    @Test(
        "Explains the strategy or constraint that determined the value",
        arguments: [
            (
                "gold", "{\"key\": \"ada\"}",
                "the strategies, none of which applies (default: its constraint 1 on plan isn't met)"
            ),
            ("gold", "{\"key\": \"ada\", \"attributes\": {\"plan\": \"gold\"}}", "strategy 1 of 1, default: applies"),
            ("open", "{\"key\": \"ada\"}", "strategy 2 of 3, default: applies"),
            ("open", "{\"key\": \"bob\"}", "strategy 1 of 3, userWithId: applies"),
            ("closed", "{}", "the flag's switch, which is off"),
            ("bare", "{}", "the flag's switch, which is on, because the flag has no strategies"),
            ("child", "{}", "the dependency on \"closed\", which isn't met"),
        ])
    func strategies(flag: String, context: String, cause: String) async {
        let output = await tool.run("explain", flag, "--provider", "rules", "--context", context).output
        #expect(output.contains(" s old. Determined by \(cause).\n"), "\(output)")
        let combined = await tool.run("explain", flag, "--provider", "both", "--context", context).output
        #expect(combined.contains(" s old. Determined by \(cause).\n"), "\(combined)")
    }
}
