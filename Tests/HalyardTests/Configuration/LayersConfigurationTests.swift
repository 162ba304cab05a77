// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import TestSupport
import Testing

@Suite("Configuration: overrides and kill switch")
struct LayersConfigurationTests {
    private let files = InMemoryFileSystem([
        "o.json": #"{"flags": {"limit": 7}}"#,
        "kill.json": #"{"killSwitch": 1, "expires": "2026-01-02T00:00:00Z", "flags": {"new-nav": false}}"#,
        "late.json": #"{"killSwitch": 1, "expires": "2026-01-03T00:00:00Z", "flags": {"greeting": "late"}}"#,
    ])
    private let time = ManualTime()
    private let path = "halyard.json"

    private var host: ConfigurationHost {
        var host = ConfigurationHost()
        host.files = files
        host.arguments = ["app", "--halyard-flag=plan=gold", "--halyard-flag", "oops"]
        host.variable = { ["HALYARD_FLAGS": "limit=8", "KILL": "kill.json", "URL": "ftp://secret"][$0] }
        return host
    }

    private func write(_ rest: String) {
        files.write(
            #"{"version": 1, "providers": {"p": {"type": "memory", "flags": {"limit": 1, "new-nav": true}}}\#(rest)}"#,
            to: path)
    }

    private func configured(_ providers: [ProviderModule] = [], _ name: String? = nil) throws -> FlagClient {
        try FlagClient(
            configuration: .file(path), client: name, providers: providers, options: .manual(time), host: host)
    }

    private func diagnostics(_ rest: String, _ providers: [ProviderModule] = []) -> [String] {
        write(rest)
        let error = #expect(throws: ConfigurationError.self) { try configured(providers) }
        return error?.diagnostics.map { "\($0.location?.pointer ?? "") \($0.message) \($0.suggestion)" } ?? []
    }

    @Test("Reports invalid settings with their JSON pointers")
    func wrong() {
        #expect(
            diagnostics(
                #", "overrides": {"argument": true, "environment": "yes", "file": 5, "inRelease": 1}, "killSwitch": 5"#)
                == [
                    "/overrides/argument Unknown setting \"argument\". Did you mean \"arguments\"?",
                    "/overrides/environment Expected true or false, found the string \"yes\". Use true or false.",
                    "/overrides/file Expected a string, found a number. Use \"…\" or {\"$env\": \"NAME\"}.",
                    "/overrides/inRelease Expected true or false, found 1. Use true or false.",
                    "/killSwitch Expected an object, found a number. Use { … }.",
                ])
        #expect(
            diagnostics(#", "killSwitch": {"refresh": "500ms"}"#) == [
                "/killSwitch Missing source of the kill switch. Add \"file\" or \"url\".",
                "/killSwitch/refresh \"500ms\" is outside the range 1.0 seconds to 86400.0 seconds. "
                    + "Use a duration in that range.",
            ])
        #expect(
            diagnostics(#", "killSwitch": {"file": "kill.json", "url": "https://a/kill.json"}"#) == [
                "/killSwitch/url A kill switch can't have both \"file\" and \"url\". Remove \"file\" or \"url\"."
            ])
    }

    @Test("Rejects an unsupported kill switch URL, and hides a secret one")
    func noFetcher() {
        let fetcher = DocumentFetcher { _ in .notModified }
        #expect(
            diagnostics(#", "killSwitch": {"url": "https://a/kill.json"}"#) == [
                "/killSwitch/url Unsupported URL for a kill switch: \"https://a/kill.json\". "
                    + "Pass a vendor's module to the client, or use \"file\"."
            ])
        #expect(
            diagnostics(
                #", "killSwitch": {"url": {"$env": "URL"}}"#,
                [ProviderModule(fetchers: ["http", "https"].map { FetcherType($0) { _ in fetcher } })]) == [
                    "/killSwitch/url Unsupported URL for a kill switch: the value of URL. "
                        + "Use a URL that starts with one of \"http://\", \"https://\"."
                ])
    }

    @Test("Reads overrides from all sources, and reports an invalid argument")
    func overrides() throws {
        write(#", "overrides": {"arguments": true, "environment": true, "file": "o.json", "inRelease": true}"#)
        let client = try configured()
        #expect(client.overrides.values == ["limit": 8, "plan": "gold"])
        #expect(client.diagnostics.recent.map(\.subject) == ["argument 3"])
    }

    @Test("Prefers a named client's settings to the document's")
    func clients() throws {
        write(
            #", "overrides": {"file": "o.json", "inRelease": true}, "killSwitch": "kill.json", "#
                + #""clients": {"own": {"overrides": {}, "killSwitch": {"file": {"$env": "KILL"}}}, "plain": {}}"#)
        #expect(try configured([], "own").overrides.values.isEmpty)
        #expect(try configured([], "own").allFlags == ["new-nav": false])
        #expect(try configured([], "plain").allFlags == ["limit": 7, "new-nav": false])
    }

    @Test("Reloads the override file, and keeps overrides set in code")
    func applyOverrides() async throws {
        write(#", "overrides": {"file": "o.json", "inRelease": true}"#)
        let client = try configured()
        await client.start()
        client.overrides.set("own", 1)
        let before = client.snapshot()
        files.write(#"{"flags": {"limit": 7, "greeting": "ho"}}"#, to: "o.json")
        try await client.applyConfiguration(.file(path))
        #expect(client.overrides.values == ["limit": 7, "greeting": "ho", "own": 1])
        #expect(client.flag("limit") != nil)
        #expect(before.allFlags == ["limit": 7, "new-nav": true, "own": 1])
        files.write("{", to: "o.json")
        try await client.applyConfiguration(.file(path))
        try await client.applyConfiguration(.file(path))
        #expect(client.diagnostics.recent.map(\.code) == ["jsonUnexpectedEnd"])
        #expect(client.overrides.values == ["own": 1])
        write(#", "overrides": {"environment": true, "inRelease": true}"#)
        try await client.applyConfiguration(.file(path))
        #expect(client.overrides.values == ["limit": 8, "own": 1])
        write("")
        try await client.applyConfiguration(.file(path))
        #expect(client.overrides.values == ["own": 1])
        await client.shutdown()
    }

    @Test("Replaces or removes the kill switch")
    func applyKillSwitch() async throws {
        write(#", "killSwitch": "kill.json""#)
        let client = try configured()
        await client.start()
        #expect(client.allFlags == ["limit": 1, "new-nav": false])
        await time.awaitSleepers(2)
        write(#", "killSwitch": {"file": "late.json", "refresh": 5}"#)
        try await client.applyConfiguration(.file(path))
        await until { client.allFlags == ["limit": 1, "new-nav": true, "greeting": "late"] }
        write("")
        try await client.applyConfiguration(.file(path))
        #expect(client.allFlags == ["limit": 1, "new-nav": true])
        #expect(client.explain(.newNav).steps.first?.layer == .override)
        await until { time.sleeperCount == 0 }
        await client.shutdown()
    }

    @Test("Applies overrides and a kill switch from a watched configuration")
    func watched() async throws {
        write(#", "watch": 1, "overrides": {"inRelease": true}"#)
        let client = try configured()
        await client.start()
        await time.awaitSleepers()
        write(#", "watch": 1, "overrides": {"file": "o.json", "inRelease": true}, "killSwitch": "kill.json""#)
        time.advance(by: .seconds(1))
        await until { client.allFlags == ["limit": 7, "new-nav": false] }
        await client.shutdown()
    }

    @Test("Uses the client options if the configuration has no settings")
    func code() throws {
        write("")
        var options = FlagClient.Options()
        options.time = time
        options.overrides = OverrideOptions(file: "o.json", allowedInRelease: true)
        options.overrides.host = host
        options.killSwitch = .file("kill.json", files: files)
        let client = try FlagClient(configuration: .file(path), options: options, host: host)
        #expect(client.allFlags == ["limit": 7, "new-nav": false])
    }

    @Test("Warns about a refresh interval without a file")
    func refreshWithoutFile() throws {
        write(#", "overrides": {"inRelease": true, "refresh": "2s"}"#)
        let warnings = try configured([]).diagnostics.recent
        #expect(warnings.map(\.location?.pointer) == ["/overrides/refresh"])
        #expect(warnings.map(\.message) == ["\"refresh\" has no effect without a file."])
        #expect(warnings.map(\.suggestion) == ["Add \"file\", or remove \"refresh\"."])
    }

    @Test("Describes both settings in the schema, and URLs only with a fetcher")
    func schema() {
        let schema = ProviderRegistry().schema
        #expect(
            schema["properties"]?["overrides"] == [
                "$ref": "#/$defs/overrides", "description": "Values that developers override on this machine.",
            ])
        #expect(schema["$defs"]?["client"]?["properties"]?["killSwitch"]?["$ref"] == "#/$defs/killSwitch")
        #expect(
            schema["$defs"]?["overrides"] == [
                "type": "object", "additionalProperties": false,
                "properties": [
                    "arguments": [
                        "type": "boolean", "default": false, "description": "Reads overrides from the command line.",
                    ],
                    "environment": [
                        "type": "boolean", "default": false,
                        "description": "Reads overrides from environment variables.",
                    ],
                    "file": ["$ref": "#/$defs/text", "description": "File with overrides."],
                    "inRelease": [
                        "type": "boolean", "default": false, "description": "Also applies overrides in release builds.",
                    ],
                    "refresh": [
                        "anyOf": [
                            ["type": "number", "minimum": 1.0, "maximum": 86400.0],
                            ["type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?(ms|s|m|h|d)$"],
                        ],
                        "description": "Interval between checks of the file for changes (default: no checks).",
                    ],
                ],
            ])
        func alternatives(_ schema: FlagValue) -> Int {
            guard case .array(let forms)? = schema["$defs"]?["killSwitch"]?["anyOf"] else { return 0 }
            return forms.count
        }
        #expect(alternatives(schema) == 2)
        let fetcher = DocumentFetcher { _ in .notModified }
        #expect(
            alternatives(ProviderRegistry([ProviderModule(fetchers: [FetcherType("x") { _ in fetcher }])]).schema) == 3)
    }
}
