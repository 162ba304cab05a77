// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing

@Suite("Override sources")
struct OverrideSourcesTests {
    private func overriddenClient(
        _ arguments: [String] = [], _ variable: String? = nil, _ files: [String: String] = [:], file: String? = nil,
        change: (inout OverrideOptions) -> Void = { _ in }
    ) -> FlagClient {
        var options = FlagClient.Options()
        options.overrides = OverrideOptions(arguments: true, environment: true, file: file)
        options.overrides.isDebugBuild = true
        options.overrides.host.arguments = ["app"] + arguments
        options.overrides.host.variable = { $0 == "HALYARD_FLAGS" ? variable : nil }
        options.overrides.host.files = InMemoryFileSystem(files)
        change(&options.overrides)
        return FlagClient(provider: InMemoryFlagProvider(["limit": 5]), options: options)
    }

    private func diagnostics(_ client: FlagClient) -> [String] { client.diagnostics.recent.map(\.description) }

    // MARK: Errors

    @Test("Reports invalid arguments with their numbers, and keeps the rest")
    func wrongArguments() {
        let client = overriddenClient(
            ["--halyard-flag", "new-nav", "--halyard-flag==1", "--halyard-flag", "limit=7", "--halyard-flag"])
        #expect(client.overrides.values == ["limit": 7])
        #expect(
            client.diagnostics.recent == [
                Diagnostic(
                    "invalidOverride", .warning, subject: "argument 2", "Invalid override \"new-nav\".",
                    suggestion: "Use --halyard-flag name=value."),
                Diagnostic(
                    "invalidOverride", .warning, subject: "argument 3", "Invalid override \"=1\".",
                    suggestion: "Use --halyard-flag name=value."),
                Diagnostic(
                    "invalidOverride", .warning, subject: "argument 6", "Missing value after --halyard-flag.",
                    suggestion: "Use --halyard-flag name=value."),
            ])
    }

    @Test("Reports invalid pieces of the variable, and keeps the rest")
    func wrongPieces() {
        let client = overriddenClient([], "limit=7; new-nav ;;=3; plan = gold;")
        #expect(client.overrides.values == ["limit": 7, "plan": " gold"])
        #expect(
            diagnostics(client) == [
                "warning: HALYARD_FLAGS: Invalid override \"new-nav\" (piece 2). Use name=value pairs, separated by \";\".",
                "warning: HALYARD_FLAGS: Invalid override \"=3\" (piece 4). Use name=value pairs, separated by \";\".",
            ])
    }

    @Test("Reports invalid JSON in the variable with its line and column")
    func wrongJSON() throws {
        let client = overriddenClient([], "{\"limit\": 7,\n  oops}")
        #expect(client.overrides.values.isEmpty)
        let diagnostic = try #require(client.diagnostics.recent.first)
        #expect(diagnostic.location == .init(file: "HALYARD_FLAGS", line: 2, column: 3, pointer: ""))
        #expect(client.diagnostics.recent.count == 1)
    }

    @Test("Reports a missing or invalid file, and keeps other sources")
    func wrongFiles() {
        let absent = overriddenClient(["--halyard-flag=limit=7"], file: "o.json")
        #expect(absent.overrides.values == ["limit": 7])
        #expect(
            diagnostics(absent) == [
                "o.json: error: The file can't be read: No such file or directory. "
                    + "Check the path. Paths in a configuration are relative to the configuration's folder."
            ])
        let broken = overriddenClient([], nil, ["o.json": "{"], file: "o.json")
        #expect(broken.overrides.values.isEmpty)
        #expect(broken.diagnostics.recent.first?.location?.file == "o.json")
        let other = overriddenClient([], nil, ["o.json": #"{"toggles": []}"#], file: "o.json")
        #expect(
            diagnostics(other) == [
                "o.json:1:1: error: The document has no known bootstrap format. "
                    + #"Use a supported format: halyard {"flags": {"<key>": <value>, …}}."#
            ])
    }

    // MARK: Valid overrides

    @Test("Applies code, arguments, environment, and file in that order")
    func precedence() {
        let client = overriddenClient(
            ["x", "--halyard-flag", "a=1", "--halyard-flag=b=first", "--halyard-flag=b=second"], "a=2;b=2;c=yes",
            ["o.json": #"{"flags": {"a": 3, "b": 3, "c": 3, "d": {"e": [1]}}}"#], file: "o.json")
        #expect(client.diagnostics.recent.isEmpty)
        #expect(client.overrides.values == ["a": 1, "b": "second", "c": true, "d": ["e": [1]]])
        client.overrides.set("a", "code")
        client.overrides.set("e", 5)
        #expect(client.overrides.values == ["a": "code", "b": "second", "c": true, "d": ["e": [1]], "e": 5])
        let details = client.details(of: FlagKey("b", default: ""))
        #expect(details.value == "second")
        #expect(details.origin == Origin(.override, provider: nil))
        #expect(details.metadata == ["overrideSource": "argument", "overridePlace": "argument 5"])
        #expect(details.age == nil)
        client.overrides.set("a", nil)
        #expect(client.int("a", default: 0) == 1)
        client.overrides.removeAll()
        #expect(client.overrides.values == ["a": 1, "b": "second", "c": true, "d": ["e": [1]]])
    }

    @Test("Reads an argument's value as another type that fits")
    func facets() {
        let client = overriddenClient(["--halyard-flag", "a=1", "--halyard-flag", "b=on", "--halyard-flag", "c=2.5"])
        #expect(client.bool("a", default: false))
        #expect(client.int("a", default: 0) == 1)
        #expect(client.string("a", default: "default") == "default")
        #expect(client.bool("b", default: false))
        #expect(client.string("b", default: "") == "on")
        #expect(client.double("c", default: 0) == 2.5)
        #expect(client.string("c", default: "") == "2.5")
    }

    @Test("Reads a JSON object from the variable without converting its values")
    func object() {
        let client = overriddenClient([], " {\"a\": \"1\", \"b\": null, \"c\": [true]}")
        #expect(client.overrides.values == ["a": "1", "b": .null, "c": [true]])
        #expect(client.bool("a", default: false) == false)
    }

    @Test("Ignores sources that aren't enabled")
    func notAsked() {
        let client = overriddenClient(["--halyard-flag", "oops"], "oops") { $0 = OverrideOptions() }
        #expect(client.overrides.values.isEmpty)
        #expect(client.diagnostics.recent.isEmpty)
    }

    // MARK: Release builds

    @Test("Ignores overrides in a release build, and reports this once")
    func release() {
        let client = overriddenClient(["--halyard-flag", "limit=7"], "plan=gold") { $0.isDebugBuild = false }
        client.overrides.set("limit", 8)
        client.overrides.set(.limit, 9)
        client.overrides.removeAll()
        #expect(client.overrides.values.isEmpty)
        #expect(
            client.diagnostics.recent == [
                Diagnostic(
                    "overridesOff", .info, "Overrides have no effect in this build.",
                    suggestion:
                        "Use a debug build, or set \"inRelease\" to true in \"overrides\" (in code, allowedInRelease)."
                )
            ])
        #expect(client[.limit] == 10)
    }

    @Test("Reports nothing in a release build until code sets an override")
    func quietRelease() {
        let client = overriddenClient {
            $0 = OverrideOptions(); $0.isDebugBuild = false
        }
        #expect(client.diagnostics.recent.isEmpty)
        client.overrides.set("limit", 8)
        client.overrides.set("limit", 8)
        #expect(client.diagnostics.recent.map(\.code) == ["overridesOff"])
    }

    @Test("Applies overrides in a release build that allows them")
    func allowedRelease() {
        let client = overriddenClient(["--halyard-flag", "limit=7"]) {
            $0.isDebugBuild = false
            $0.allowedInRelease = true
        }
        #expect(client[.limit] == 7)
        client.overrides.set(.limit, 8)
        #expect(client[.limit] == 8)
    }
}
