// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import Testing
import TestSupport

@Suite("LaunchDarkly bootstrap files")
struct LaunchDarklyBootstrapTests {
    private let formats = [BootstrapFormat.halyard, .launchDarkly, .launchDarklyFlagsState]

    private func contents(_ format: BootstrapFormat, _ text: String) throws -> BootstrapFormat.Contents {
        format.contents(of: try JSONReader().read(text), origin: Origin(.bootstrap, provider: "launchdarkly"))
    }

    private func lines(_ text: String) async -> [String] {
        let client = FlagClient(
            provider: FileFlagProvider(.text(text), name: "launchdarkly", formats: formats), options: .manual())
        #expect(await client.start() == .ready)
        let keys = client.state.flagSet?.table.keys ?? []
        return keys.map { client.details(of: FlagKey($0, default: FlagValue.null)).description }
    }

    @Test("Recognizes and reads a payload of the mobile service")
    func mobilePayload() async {
        let text = """
            {
              "new-nav": {"version": 41, "flagVersion": 7, "value": true, "variation": 0, "trackEvents": false,
                          "reason": {"kind": "RULE_MATCH", "ruleIndex": 0, "ruleId": "gold-plan"}},
              "upload-limit": {"version": 12, "flagVersion": 3, "value": 250, "variation": 2, "trackEvents": true,
                               "reason": {"kind": "FALLTHROUGH", "inExperiment": true}},
              "theme": {"version": 9, "value": {"accent": "#2a6f97", "dark": true}, "variation": 1,
                        "reason": {"kind": "TARGET_MATCH"}},
              "old-checkout": {"version": 88, "value": false, "variation": 1, "debugEventsUntilDate": 1893456000000,
                               "reason": {"kind": "OFF"}},
              "greeting": {"version": 2, "flagVersion": 1, "value": null, "variation": null}
            }
            """
        #expect(
            await lines(text) == [
                "greeting = null (DEFAULT, bootstrap: launchdarkly)",
                "new-nav = true (0, TARGETING_MATCH, bootstrap: launchdarkly)",
                "old-checkout = false (1, DISABLED, bootstrap: launchdarkly)",
                "theme = {\"accent\":\"#2a6f97\",\"dark\":true} (1, TARGETING_MATCH, bootstrap: launchdarkly)",
                "upload-limit = 250 (2, SPLIT, bootstrap: launchdarkly)",
            ])
    }

    @Test("Recognizes and reads a $flagsState object")
    func flagsState() async {
        let text = """
            {
              "new-nav": true,
              "upload-limit": 250,
              "theme": {"accent": "#2a6f97", "dark": true},
              "$flagsState": {
                "new-nav": {"variation": 0, "version": 41, "reason": {"kind": "FALLTHROUGH"}},
                "upload-limit": {"variation": 2, "version": 12, "trackEvents": true},
                "theme": {"variation": 1, "version": 9}
              },
              "$valid": true
            }
            """
        #expect(
            await lines(text) == [
                "new-nav = true (0, DEFAULT, bootstrap: launchdarkly)",
                "theme = {\"accent\":\"#2a6f97\",\"dark\":true} (1, UNKNOWN, bootstrap: launchdarkly)",
                "upload-limit = 250 (2, UNKNOWN, bootstrap: launchdarkly)",
            ])
    }

    @Test("Reads all properties of a flag, and stores its reason as metadata")
    func members() throws {
        let contents = try contents(
            .launchDarkly,
            """
            {"f": {"key": "f", "version": 41, "flagVersion": 7, "value": 3, "variation": 2, "trackEvents": true,
                   "trackReason": true, "debugEventsUntilDate": 1893456000000, "prerequisites": ["a", "b"],
                   "reason": {"kind": "RULE_MATCH", "ruleId": "r", "odd": [1]}, "unknown": {}}}
            """)
        let flag = try #require(contents.flags.first)
        #expect(flag.version == 7)
        #expect(flag.variant == "2")
        #expect(flag.metadata == ["vendorReason": ["kind": "RULE_MATCH", "ruleId": "r", "odd": [1]]])
        #expect(flag.reporting == .each)
        var diagnostics = DiagnosticCollector()
        let vendor = try #require(LaunchDarklyFlag("f", flag.vendor, at: [], &diagnostics))
        #expect(diagnostics.diagnostics.isEmpty)
        #expect(vendor.version == 41)
        #expect(vendor.flagVersion == 7)
        #expect(vendor.trackReason)
        #expect(vendor.debugEventsUntil == Instant(millisecondsSinceEpoch: 1_893_456_000_000))
        #expect(vendor.prerequisites == ["a", "b"])
    }

    @Test(
        "Maps LaunchDarkly reasons to evaluation reasons",
        arguments: [
            (#"{"kind": "OFF"}"#, .disabled), (#"{"kind": "FALLTHROUGH"}"#, .default),
            (#"{"kind": "FALLTHROUGH", "inExperiment": true}"#, .split),
            (#"{"kind": "TARGET_MATCH"}"#, .targetingMatch),
            (#"{"kind": "RULE_MATCH"}"#, .targetingMatch), (#"{"kind": "RULE_MATCH", "inExperiment": true}"#, .split),
            (#"{"kind": "PREREQUISITE_FAILED"}"#, .default), (#"{"kind": "ERROR"}"#, .error), ("null", .unknown),
            ("{}", .unknown), (#"{"kind": "NEW_ONE"}"#, "NEW_ONE"),
        ] as [(String, EvaluationReason)])
    func reasons(json: String, expected: EvaluationReason) throws {
        let contents = try contents(.launchDarkly, "{\"f\": {\"value\": 1, \"reason\": \(json)}}")
        #expect(contents.flags.map(\.reason) == [expected])
    }

    @Test("Skips an invalid flag and invalid properties, and reports each")
    func tolerance() throws {
        let contents = try contents(
            .launchDarkly,
            """
            {"a-number": 7,
             "bad-members": {"value": true, "version": "x", "variation": 1.5, "trackEvents": "yes", "reason": 3},
             "deleted": {"value": true, "deleted": true},
             "negative-date": {"value": 1, "debugEventsUntilDate": -5},
             "nulls": {"value": null, "version": null, "variation": null, "trackEvents": null, "reason": null}}
            """)
        #expect(contents.flags.map(\.key) == ["bad-members", "negative-date", "nulls"])
        #expect(contents.flags.map(\.reporting) == [[], [], []])
        #expect(
            contents.diagnostics.map { "\($0.location?.pointer ?? "") \($0.message)" } == [
                "/a-number Expected a flag object, found a number. Halyard skipped the flag.",
                "/bad-members/version Expected an integer (Int64), found a string. It was ignored.",
                "/bad-members/variation Expected an integer (Int), found a number. It was ignored.",
                "/bad-members/trackEvents Expected a Boolean, found a string. It was ignored.",
                "/bad-members/reason Expected an object, found a number. "
                    + "It was ignored.",
            ])
    }

    @Test("Reports an invalid $flagsState object and metadata without a value")
    func invalidFlagsState() throws {
        let contents = try contents(
            .launchDarklyFlagsState,
            #"{"a": 1, "b": null, "$flagsState": {"a": {"version": 1}, "gone": {"version": 2}}, "$valid": false}"#)
        #expect(contents.flags.map { "\($0.key) \($0.value)" } == ["a 1", "b null"])
        #expect(
            contents.diagnostics.map { "\($0.location?.pointer ?? "") \($0.message)" } == [
                "/$valid The flags were exported before the server SDK was initialized.",
                "/$flagsState/gone Skipped a flag that has metadata but no value.",
            ])
    }

    @Test(
        "Recognizes each format by its content",
        arguments: [
            ("{}", "launchdarkly"), (#"{"a": {"value": 1}}"#, "launchdarkly"),
            (#"{"a": {"version": 1}, "b": 7}"#, "launchdarkly"),
            (#"{"a": 1, "$flagsState": {}}"#, "launchdarkly-flags-state"), (#"{"flags": {"a": 1}}"#, "halyard"),
            (#"{"flags": {"value": 1}}"#, "halyard"),
            (#"{"flags": {"version": 3, "new-nav": true}, "version": 1}"#, "halyard"),
            (#"{"flags": {"value": 1, "version": 2}}"#, "halyard,launchdarkly"), (#"{"toggles": []}"#, ""), ("[]", ""),
        ])
    func recognition(text: String, expected: String) throws {
        let document = try JSONReader().read(text)
        let names = formats.filter { $0.recognizes(document) }.map(\.name)
        #expect(names.joined(separator: ",") == expected)
    }
}
