// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import TestSupport
import Testing

@testable import HalyardTool

/// Tests for settings that are probably mistakes.
@Suite("Checked settings")
struct CheckedSettingsTests {
    /// Returns the output lines for a configuration, without file, line, and column.
    private func lines(_ text: String, _ files: [String: String] = [:]) async -> [String] {
        let tool = MemoryTool(files.merging(["halyard.json": text]) { $1 })
        return await tool.run("check", "-q").output.split(separator: "\n").map { line in
            line.split(separator: ": ", maxSplits: 1).dropFirst().joined()
        }
    }

    private func lines(provider: String, _ files: [String: String] = [:]) async -> [String] {
        await lines("{\"version\": 1, \"providers\": {\"p\": \(provider)}}", files)
    }

    private static let mobileKey = "Use the environment's mobile key, which starts with \"mob-\"."

    @Test(
        "Warns about a LaunchDarkly key of another kind",
        arguments: [
            ("mob-1", []),
            ("my-project", []),
            (
                "sdk-11111111-2222-3333-4444-555555555555",
                [
                    "error: /providers/p/mobileKey: This is a server-side SDK key, not a mobile key. An app must never "
                        + "contain it. \(mobileKey) On a server, use the provider type \"launchdarkly-local\"."
                ]
            ),
            (
                "api-1",
                [
                    "warning: /providers/p/mobileKey: This is an access token for the REST API, not a mobile key. An app "
                        + "must never contain it. \(mobileKey)"
                ]
            ),
            (
                "0123456789abcdef01234567",
                ["warning: /providers/p/mobileKey: This is a client-side ID, not a mobile key. \(mobileKey)"]
            ),
            ("0123456789abcdef0123456", []), ("0123456789abcdef0123456g", []),
        ])
    func launchDarklyKeys(key: String, expected: [String]) async {
        #expect(await lines(provider: "{\"type\": \"launchdarkly\", \"mobileKey\": \"\(key)\"}") == expected)
    }

    @Test("Detects a wrong key in an environment variable without showing it")
    func variable() async {
        var tool = MemoryTool([
            "halyard.json": """
            {"version": 1, "providers": {"p": {"type": "launchdarkly", "mobileKey": {"$env": "KEY"}}}}
            """
        ])
        tool.variables = ["KEY": "sdk-s3cret"]
        let output = await tool.run("check").output
        #expect(output.contains("This is a server-side SDK key"))
        #expect(!output.contains("s3cret"))
    }

    @Test(
        "Warns about a LaunchDarkly URL with a path that Halyard adds",
        arguments: [
            ("baseUrl", "https://relay.example.com/msdk/evalx", "msdk/evalx"),
            ("baseUrl", "https://relay.example.com/msdk", "msdk"),
            ("streamUrl", "https://relay.example.com/ld/meval", "meval"),
            ("eventsUrl", "https://relay.example.com/mobile/events/bulk/", "mobile/events/bulk"),
        ])
    func launchDarklyURLs(option: String, url: String, path: String) async {
        #expect(
            await lines(provider: "{\"type\": \"launchdarkly\", \"mobileKey\": \"mob-1\", \"\(option)\": \"\(url)\"}")
                == [
                    "warning: /providers/p/\(option): The URL ends with \"/\(path)\", and Halyard adds that path itself. Remove "
                        + "\"/\(path)\" from the URL."
                ])
        #expect(
            await lines(
                provider:
                    "{\"type\": \"launchdarkly\", \"mobileKey\": \"mob-1\", \"\(option)\": \"https://x.example/mobile\"}"
            )
                == [])
    }

    @Test("Warns about an OFREP URL with a path that Halyard adds")
    func ofrepURL() async {
        #expect(
            await lines(provider: #"{"type": "ofrep", "url": "https://x.example/a/ofrep/v1"}"#) == [
                "warning: /providers/p/url: The URL ends with \"/ofrep/v1\", and Halyard adds that path itself. Remove "
                    + "\"/ofrep/v1\" from the URL."
            ])
        #expect(await lines(provider: #"{"type": "ofrep", "url": "https://x.example/a"}"#) == [])
    }

    @Test(
        "Warns about the URL of another Unleash API",
        arguments: [
            ("unleash", "/api/frontend", nil), ("unleash", "/api/frontend/", nil),
            ("unleash", "/unleash/api/proxy", nil),
            ("unleash", "/proxy", nil), ("unleash", "/gateway/flags", nil), ("unleash", "/api/flags", nil),
            ("unleash", "/api/frontend?project=shop", nil), ("unleash", "/api/frontend/eu", nil),
            ("unleash", "", "The URL has no path, which works only with a gateway."),
            ("unleash", "/", "The URL has no path, which works only with a gateway."),
            ("unleash", "/api", "The URL ends before the path of the Frontend API."),
            (
                "unleash", "/api/client/features",
                "This is a URL of the client API, which this provider type doesn't use."
            ),
            ("unleash", "/x/api/client", "This is a URL of the client API, which this provider type doesn't use."),
            ("unleash", "/api/admin", "This is a URL of the Admin API, which apps don't use."),
            (
                "unleash", "/api/frontend/client/metrics",
                "The URL continues after the path of the Frontend API, but Halyard adds the rest."
            ),
            ("unleash-local", "/api", nil), ("unleash-local", "/x/api/", nil), ("unleash-local", "/gateway", nil),
            ("unleash-local", "", "The URL has no path, which works only with a gateway."),
            (
                "unleash-local", "/api/client/features",
                "The URL continues after the path of the API, but Halyard adds the rest."
            ),
            (
                "unleash-local", "/api/frontend",
                "This is a URL of the Frontend API, which this provider type doesn't use."
            ),
            ("unleash-local", "/api/admin/projects", "This is a URL of the Admin API, which apps don't use."),
        ])
    func unleashURLs(type: String, path: String, problem: String?) async {
        let token = type == "unleash" ? "clientKey" : "token"
        let end = type == "unleash" ? "/api/frontend" : "/api"
        let provider = """
            {"type": "\(type)", "url": "https://x.example\(path)", "\(token)": "*:development.1"}
            """
        let expected = problem.map { "warning: /providers/p/url: \($0) End the URL with \"\(end)\"." }
        #expect(await lines(provider: provider) == [expected].compactMap(\.self))
    }

    @Test(
        "Warns about an Unleash token of another kind",
        arguments: [
            ("unleash", "default:development.0123", nil), ("unleash", "*:production.0123", nil),
            ("unleash", "[]:development.0123", nil), ("unleash", "secret", nil),
            ("unleash", "default:development.unleash-insecure-frontend-api-token", nil),
            (
                "unleash", "default:development.unleash-insecure-api-token",
                "This is a client (backend) token, which must not be part of an app. Use a frontend token."
            ),
            (
                "unleash", "*:*.0123",
                "This is an admin token, which gives access to all projects. Use a frontend token."
            ),
            (
                "unleash", "user:0123",
                "This is a personal access token, which gives access to a user's account. Use a frontend token."
            ),
            ("unleash-local", "default:development.unleash-insecure-api-token", nil),
            ("unleash-local", "*:production.0123", nil),
            (
                "unleash-local", "*:*.0123",
                "This is an admin token, which gives access to all projects. Use a client (backend) token."
            ),
            (
                "unleash-local", "default:development.unleash-insecure-frontend-api-token",
                "This is a frontend token, for which Unleash doesn't send rules. Use a client (backend) token."
            ),
        ])
    func unleashTokens(type: String, token: String, problem: String?) async {
        let (option, path) = type == "unleash" ? ("clientKey", "/api/frontend") : ("token", "/api")
        let expected = problem.map { "warning: /providers/p/\(option): \($0)" }
        #expect(
            await lines(
                provider: "{\"type\": \"\(type)\", \"url\": \"https://x.example\(path)\", \"\(option)\": \"\(token)\"}")
                == [expected].compactMap(\.self))
    }

    @Test("Warns about a bootstrap file that can't be read, at its own line")
    func bootstrapFiles() async {
        let provider = #"{"type": "memory", "bootstrap": "flags.json"}"#
        #expect(await lines(provider: provider, ["flags.json": #"{"flags": {"a": 1}}"#]) == [])
        #expect(
            await lines(provider: provider) == [
                "warning: /providers/p/bootstrap/file: Can't read flags.json: No such file or directory. Check the path, or add "
                    + "the file."
            ])
        let tool = MemoryTool([
            "halyard.json": "{\"version\": 1, \"providers\": {\"p\": \(provider)}}",
            "flags.json": "{\n  \"flags\": {\"a\" 1}}",
        ])
        let outcome = await tool.run("check")
        #expect(outcome.status == .negative)
        #expect(outcome.output.hasPrefix("flags.json:2:17: error: /flags/a: "), "\(outcome.output)")
        #expect(outcome.output.hasSuffix("\n1 error in halyard.json\n"), "\(outcome.output)")
        let own = await lines(
            provider: #"{"type": "bootstrap", "file": "flags.json", "format": "unleash"}"#,
            ["flags.json": #"{"toggles": [{"name": "a"}]}"#])
        #expect(own.count == 1 && own[0].hasPrefix("warning: /toggles/0: a: The toggle has no Boolean "), "\(own)")
    }

    @Test("Reports a missing or invalid kill switch file")
    func killSwitch() async throws {
        let text = """
            {"version": 1, "providers": {"p": {"type": "memory"}}, "killSwitch": "kill.json"}
            """
        let tool = MemoryTool(["halyard.json": text])
        let message = "kill.json doesn't exist, so the kill switch is inactive."
        let suggestion = "Create it when you need to override a flag."
        #expect(
            await tool.run("check")
                == .init(
                    status: .success,
                    output: """
                        halyard.json:1:70: info: /killSwitch/file: \(message) \(suggestion)
                        1 note in halyard.json

                        """))
        let github = await tool.run("check", "--format", "github").output
        #expect(github.hasPrefix("::notice file=halyard.json,line=1,col=70,title=missingFile::"), "\(github)")
        let sarif = try JSONReader().read(await tool.run("check", "--format", "sarif").output)
        #expect(sarif["runs"]?[0]?["results"]?[0]?["level"] == "note")
        let json = try JSONReader().read(await tool.run("check", "--json").output)
        #expect(JSONSchema(try #require(OutputSchema.of("check"))).faults(of: json) == [])
        #expect(json["notes"] == 1 && json["warnings"] == 0 && json["errors"] == 0)
        tool.files.write(text.replacing("memory", with: "memroy"), to: "halyard.json")
        #expect(await tool.run("check").output.hasSuffix("\n1 error and 1 note in halyard.json\n"))
        tool.files.write(text, to: "halyard.json")
        tool.files.write(#"{"killSwitch": 1, "expires": "2000-01-01", "flags": {}}"#, to: "kill.json")
        let broken = await tool.run("check")
        #expect(broken.status == .negative)
        #expect(
            broken.output.hasPrefix("kill.json:1:30: error: /expires: \"2000-01-01\" isn't a valid date and time."),
            "\(broken.output)")
        tool.files.write(#"{"killSwitch": 1, "expires": "1970-01-02T00:00:00Z", "flags": {}}"#, to: "kill.json")
        #expect(await tool.run("check").output == "no problems in halyard.json\n")
    }

    private func combination(_ strategy: String) -> String {
        """
        {"version": 1, "active": "both", "providers": {
          "a": {"type": "memory"}, "b": {"type": "memory"},
          "both": {"type": "combined", "providers": ["a", "b"], "strategy": \(strategy)}}}
        """
    }

    @Test("Rejects a strategy with the same old and new provider", arguments: ["migration", "percentage"])
    func sameProvider(strategy: String) async {
        #expect(
            await lines(combination(#"{"type": "\#(strategy)", "old": "a", "new": "a"}"#)) == [
                "error: /providers/both/strategy: The old and the new provider are both \"a\". Set two different providers."
            ])
    }

    @Test(
        "Warns about a stage or route that no flag reaches",
        arguments: [
            (
                #"{"type": "migration", "old": "a", "new": "b", "stages": ["#
                    + #"{"flags": ["x"]}, {"flags": ["*"]}, {"flags": ["nav-*"], "step": "new"}]}"#,
                "/providers/both/strategy/stages/2: No flag reaches this stage, because stage 2 applies to all flags"
            ),
            (
                #"{"type": "routing", "routes": [{"flags": ["x", "**"], "providers": ["a"]}, "#
                    + #"{"flags": ["nav-*"], "providers": ["b"]}]}"#,
                "/providers/both/strategy/routes/1: No flag reaches this route, because route 1 applies to all flags"
            ),
        ])
    func unreachable(strategy: String, message: String) async {
        #expect(
            await lines(combination(strategy)) == [
                "warning: \(message) (\"*\"). Move it up, or remove it."
            ])
    }

    @Test(
        "Warns about a part of the context without a key",
        arguments: [
            (#"{"key": "ada"}"#, [String]()), ("{}", []), (#"{"attributes": {"plan": "gold"}}"#, []),
            (#"{"kind": "device", "anonymous": true}"#, []),
            (#"{"kind": "multi", "user": {"key": "ada"}, "device": {"anonymous": true}}"#, []),
            (#"{"kind": "device"}"#, ["/context"]),
            (#"{"kind": "multi", "user": {"attributes": {}}, "device": {}}"#, ["/context/device"]),
        ])
    func contexts(context: String, pointers: [String]) async {
        let found = await lines(
            "{\"version\": 1, \"context\": \(context), \"providers\": {\"p\": {\"type\": \"memory\"}}}")
        #expect(
            found.sorted()
                == pointers.map {
                    "warning: \($0): This part of the context has no key, so rules can't target it by key. Add "
                        + "\"key\", or \"anonymous\": true."
                })
    }

    @Test("Reports other problems of an object with an unknown policy or type")
    func unknownTypes() async {
        let policy = await lines(
            provider:
                #"{"type": "memory", "persistence": {"policy": "netwrokFirst", "ttl": "soon", "fodler": "x"}, "bootstrap": {"fil": "x"}}"#
        )
        #expect(
            policy.map { $0.split(separator: ": ")[1] } == [
                "/providers/p/persistence/policy", "/providers/p/persistence/ttl", "/providers/p/persistence/fodler",
                "/providers/p/bootstrap", "/providers/p/bootstrap/fil",
            ])
        #expect(
            policy.first?.hasSuffix(
                "Unknown persistence policy: \"netwrokFirst\". Did you mean \"networkFirst\"? Known values: "
                    + "\"launchDarklyCache\", \"networkFirst\", \"networkOnly\", \"persistenceUntilNetworkSuccess\". "
                    + "If only the app registers this type, add --type NAME.")
                == true, "\(policy)")
        let type = await lines(
            provider: #"{"type": "company", "own": 1, "persistence": {"policy": "networkFirst", "ttl": "soon"}}"#)
        #expect(
            type.map { $0.split(separator: ": ")[1] } == [
                "/providers/p/type", "/providers/p/persistence/ttl",
            ])
    }

    @Test("Checks the names in a strategy when a provider is invalid")
    func invalidChild() async {
        let found = await lines(
            """
            {"version": 1, "active": "both", "providers": {
              "a": {"type": "memory"}, "unleash": {"type": "memory", "flags": 1},
              "both": {"type": "combined", "providers": ["a", "unleash"], "strategy": {
                "type": "migration", "old": "a", "new": "unlaesh"}}}}
            """)
        #expect(
            found.map { $0.split(separator: ": ")[1] } == ["/providers/unleash/flags", "/providers/both/strategy"])
    }

    @Test("Doesn't check a strategy's names when one of the providers isn't configured")
    func wrongChild() async {
        let found = await lines(
            """
            {"version": 1, "active": "both", "providers": {
              "a": {"type": "memory"},
              "both": {"type": "combined", "providers": ["a", "unlaesh"], "strategy": {
                "type": "migration", "old": "a", "new": "unleash"}}}}
            """)
        #expect(found.map { $0.split(separator: ": ")[1] } == ["/providers/both/providers/1/provider"])
    }

    @Test("Doesn't print the internal name of an inline provider")
    func inlineProvider() async {
        let found = await lines(
            """
            {"version": 1, "providers": {"both": {"type": "combined", "providers": [
              {"provider": {"type": "memory"}, "required": false}, {"provider": {"type": "memory"}}]}}}
            """)
        #expect(
            found == [
                "warning: /providers/both/providers/0/required: This provider of the combination counts as required, because the "
                    + "strategy \"firstMatch\" has no other source for some flags. Remove \"required\", or add a second provider for "
                    + "these flags."
            ])
    }

    @Test("Reports an unknown value and the known values")
    func words() async {
        #expect(
            await lines(provider: #"{"type": "launchdarkly", "mobileKey": "mob-1", "streamingMode": "poling"}"#) == [
                "error: /providers/p/streamingMode: Expected one of \"streaming\", \"polling\", found \"poling\". "
                    + "Did you mean \"polling\"?"
            ])
        #expect(
            await lines(
                provider: #"{"type": "memory", "bootstrap": {"file": "f.json", "format": "unlaesh"}}"#, ["f.json": "{}"]
            )
            .first
                == "error: /providers/p/bootstrap/format: Unknown bootstrap format: \"unlaesh\". Did you mean \"unleash\"? "
                + "Known values: \"halyard\", \"launchdarkly\", \"launchdarkly-flags-state\", "
                + "\"launchdarkly-local\", \"ofrep\", \"replay\", "
                + "\"unleash\", \"unleash-local\".")
    }
}
