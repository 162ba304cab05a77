// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import TestSupport
import Testing

@Suite("Configuration")
struct ConfigurationTests {
    private func host(
        _ files: [String: String] = [:], _ variables: [String: String] = [:]
    ) -> ConfigurationHost {
        var host = ConfigurationHost()
        host.files = InMemoryFileSystem(files)
        host.variable = { variables[$0] }
        return host
    }

    private func diagnostics(_ text: String, _ host: ConfigurationHost? = nil) -> [String] {
        do throws(ConfigurationError) {
            var host = host ?? self.host()
            let files = InMemoryFileSystem(["halyard.json": text, "f": "{}"])
            if let others = host.files as? InMemoryFileSystem, let flags = try? others.contents(of: "flags.json") {
                files.write(flags, to: "flags.json")
            }
            host.files = files
            _ = try ProviderRegistry().load(.file("halyard.json"), host: host)
            return []
        } catch {
            return error.diagnostics.map(\.description)
        }
    }

    @Test("Reads the active provider and the context")
    func loads() throws {
        let loaded = try ProviderRegistry().load(
            .json(
                """
                {"$schema": "halyard.schema.json", "version": 1, "active": "two",
                 "context": {"kind": "user", "key": "a", "attributes": {"plan": "gold"}},
                 "providers": {"one": {"type": "memory", "flags": {"x": 1}},
                               "two": {"type": "bootstrap", "file": "flags.json", "refreshInterval": "15s"}}}
                """), host: host())
        #expect(loaded.active == "two")
        #expect(loaded.context == .user("a", ["plan": "gold"]))
        #expect(loaded.providers.keys.sorted() == ["one", "two"])
        #expect(loaded.providers["two"]?.name == "two")
    }

    @Test("Accepts a single provider without an active setting or a context")
    func shortest() throws {
        let loaded = try ProviderRegistry().load(
            .json(#"{"version": 1, "providers": {"only": {"type": "memory"}}}"#), host: host())
        #expect(loaded.active == "only")
        #expect(loaded.context == .anonymous)
    }

    @Test("Serves the flags of a file next to the configuration")
    func client() async throws {
        let files = host([
            "app/halyard.json":
                #"{"version": 1, "providers": {"file": {"type": "bootstrap", "file": "flags.json"}}}"#,
            "app/flags.json": #"{"flags": {"limit": 3}}"#,
        ])
        let client = try FlagClient(configuration: .file("app/halyard.json"), options: .manual(), host: files)
        #expect(await client.start() == .ready)
        #expect(client[.limit] == 3)
        #expect(client.details(of: .limit).origin == Origin(.bootstrap, provider: "file"))
    }

    @Test("Reports all errors in the order of the file")
    func allAtOnce() {
        #expect(
            diagnostics(
                """
                {
                  "version": 2,
                  "actve": "x",
                  "context": { "key": 7 },
                  "providers": {
                    "a": { "type": "bootstrp", "file": "flags.json" },
                    "b": { "type": "bootstrap", "refreshInterval": "soon", "format": "xml" },
                    "c": { "file": "flags.json" }
                  }
                }
                """) == [
                    "halyard.json:1:1: error: Missing setting \"active\". Add it: one of a, b, c.",
                    "halyard.json:2:14: error: /version: Expected version 1, found 2. "
                        + "Use 1, or use a release of Halyard that supports the other version.",
                    "halyard.json:3:3: error: /actve: Unknown setting \"actve\". Did you mean \"active\"?",
                    "halyard.json:4:23: error: /context/key: Expected a string, found a number. "
                        + "Use \"…\" or {\"$env\": \"NAME\"}.",
                    "halyard.json:6:20: error: /providers/a/type: Unknown provider type: \"bootstrp\". "
                        + "Did you mean \"bootstrap\"? Known values: \"bootstrap\", \"bootstrapped\", \"combined\", "
                        + "\"memory\", \"persisted\", \"replay\".",
                    "halyard.json:6:40: warning: /providers/a/file: Can't read flags.json: No such file or directory. "
                        + "Check the path, or add the file.",
                    "halyard.json:7:10: error: /providers/b: Missing setting \"file\". "
                        + "Add it: the path of a file.",
                    "halyard.json:7:52: error: /providers/b/refreshInterval: Expected a duration, found the string "
                        + "\"soon\". Use seconds, or a number with a unit: \"500ms\", \"15s\", \"5m\", \"24h\", \"7d\".",
                    "halyard.json:7:70: error: /providers/b/format: Unknown bootstrap format: \"xml\". "
                        + "Known values: \"halyard\", \"replay\".",
                    "halyard.json:8:10: error: /providers/c: Missing setting \"type\". "
                        + "Add it: one of bootstrap, bootstrapped, combined, memory, persisted, replay.",
                ])
    }

    @Test(
        "Reports an error with its location and a suggestion",
        arguments: [
            ("[]", "halyard.json:1:1: error: Expected an object, found an array. Use { … }."),
            (
                "{",
                "halyard.json:1:2: error: Expected a property name in double quotes, found the end of the text. Complete the JSON."
            ),
            (
                #"{"version": 1, "version": 1, "providers": {"a": {"type": "memory"}}}"#,
                "halyard.json:1:16: error: /version: The object has two properties named \"version\". "
                    + "Remove one of them."
            ),
            (
                #"{"version": 1, "providers": {}}"#,
                "halyard.json:1:29: error: /providers: Missing provider. Add at least one."
            ),
            (
                #"{"version": 1}"#,
                "halyard.json:1:1: error: Missing setting \"providers\". "
                    + "Add it: an object with a property for each provider."
            ),
            (
                #"{"version": 1, "providers": {"a": {"type": "memory"}}, "active": "b"}"#,
                "halyard.json:1:66: error: /active: Unknown provider: \"b\". Did you mean \"a\"? Known values: \"a\"."
            ),
            (
                #"{"version": 1, "providers": {"a": {"type": "memory", "flags": 1}}}"#,
                "halyard.json:1:63: error: /providers/a/flags: Expected an object, found a number. "
                    + "Use {\"new-nav\": true}."
            ),
            (
                #"{"version": 1, "providers": {"a": {"type": "bootstrap", "file": "f", "refreshInterval": 0}}}"#,
                "halyard.json:1:89: error: /providers/a/refreshInterval: 0 is outside the range 0.01 seconds to "
                    + "86400.0 seconds. Use a duration in that range."
            ),
        ])
    func faults(text: String, diagnostic: String) {
        #expect(diagnostics(text) == [diagnostic])
    }

    @Test(
        "Warns about a missing flag file at its location",
        arguments: [
            (#"{"type": "bootstrap", "file": "flags/gone.json"}"#, "/providers/a/file"),
            (#"{"type": "replay", "file": "flags/gone.json"}"#, "/providers/a/file"),
            (#"{"type": "memory", "bootstrap": {"file": "flags/gone.json"}}"#, "/providers/a/bootstrap/file"),
        ])
    func missingFile(provider: String, pointer: String) throws {
        let text = #"{"version": 1, "providers": {"a": \#(provider)}}"#
        let client = try FlagClient(configuration: .json(text), options: .manual(), host: host())
        let diagnostic = try #require(client.diagnostics.recent.first)
        #expect((diagnostic.code, diagnostic.severity) == ("missingFile", .warning))
        #expect(diagnostic.location?.pointer == pointer)
        #expect(diagnostic.message == "Can't read flags/gone.json: No such file or directory.")
        let found = host(["flags/gone.json": "{}"])
        #expect(try FlagClient(configuration: .json(text), options: .manual(), host: found).diagnostics.recent.isEmpty)
    }

    @Test(
        "Hides invalid values from environment variables",
        arguments: [
            #"{"version": 1, "providers": {"a": {"type": "memory"}}, "active": {"$env": "WORD"}}"#,
            #"{"version": 1, "providers": {"a": {"type": "bootstrap", "file": "f", "format": {"$env": "WORD"}}}}"#,
        ])
    func wordsFromVariables(text: String) {
        let diagnostics = diagnostics(text, host([:], ["WORD": "s3cret"]))
        #expect(diagnostics.count == 1)
        #expect(diagnostics.first?.contains(": the value of WORD.") == true)
        #expect(diagnostics.first?.contains("s3cret") == false)
    }

    @Test("Reports a value that isn't an object once")
    func wrongObjects() {
        #expect(
            diagnostics(#"{"version": 1, "providers": [], "active": "b"}"#) == [
                "halyard.json:1:29: error: /providers: Expected an object, found an array. Use { … }."
            ])
    }

    @Test("Passes the clock of the options to the providers")
    func clock() async throws {
        let time = ManualTime()
        let client = try FlagClient(
            configuration: .json(#"{"version": 1, "providers": {"a": {"type": "memory", "flags": {"limit": 1}}}}"#),
            options: .manual(time), host: host())
        await client.start()
        time.advance(by: .seconds(90))
        #expect(client.details(of: .limit).age == .seconds(90))
    }

    @Test("Reports the path and the base folder of a missing configuration")
    func missingFile() {
        let error = #expect(throws: ConfigurationError.self) {
            try FlagClient(configuration: .file("nowhere.json"), options: .manual(), host: host())
        }
        #expect(
            error?.description
                == "nowhere.json: error: Can't read the configuration: No such file or directory. "
                + "Check the path. Relative paths start from /.")
    }
}

@Suite("SettingsReader")
struct SettingsTests {
    enum Mode: String, CaseIterable { case streaming, polling }

    /// The settings that a factory reads.
    struct Seen: Equatable {
        var key = ""
        var name: String?
        var mode = Mode.streaming
        var count = 0
        var ratio = 0.0
        var interval = Duration.zero
        var tags: [String] = []
        var flag = false
        var nested: String?
    }

    private struct Fake: FlagProvider {
        let name: String
        func run(_ request: FlagRequest, into channel: FlagChannel) async throws {}
    }

    private func read(
        _ settings: String, files: [String: String] = [:], variables: [String: String] = [:]
    ) -> (seen: Seen, diagnostics: [String]) {
        let seen = Lock(Seen())
        var registry = ProviderRegistry()
        registry.register(
            ProviderType("fake") { settings in
                let read = Seen(
                    key: settings.secret("key").reveal(), name: settings.string("name"),
                    mode: settings.choice("mode", default: Mode.streaming),
                    count: settings.int("count", default: 1, in: 0...10), ratio: settings.double("ratio", default: 0.5),
                    interval: settings.duration("interval", default: .seconds(30)), tags: settings.strings("tags"),
                    flag: settings.bool("flag", default: true),
                    nested: settings.object("nested")?.requiredString("name"))
                seen.withLock { $0 = read }
                return Fake(name: settings.name)
            })
        let text = "{\"version\": 1, \"providers\": {\"p\": {\"type\": \"fake\", \(settings)}}}"
        do throws(ConfigurationError) {
            _ = try registry.load(
                .json(text, directory: "conf"),
                host: .files(InMemoryFileSystem(files)) { $0.variable = { variables[$0] } })
            return (seen.withLock { $0 }, [])
        } catch {
            return (seen.withLock { $0 }, error.diagnostics.map { "\($0.location?.pointer ?? ""): \($0.message)" })
        }
    }

    @Test("Returns default values for missing settings")
    func defaults() {
        let (seen, diagnostics) = read(#""key": "k""#)
        #expect(diagnostics == [])
        #expect(seen == Seen(key: "k", count: 1, ratio: 0.5, interval: .seconds(30), flag: true))
    }

    @Test("Reads every kind of setting")
    func everything() {
        let (seen, diagnostics) = read(
            #""key": "k", "name": "n", "mode": "polling", "count": 10, "ratio": 1, "interval": "1.5m", "#
                + #""tags": ["a", "b"], "flag": false, "nested": {"name": "x"}"#)
        #expect(diagnostics == [])
        #expect(
            seen
                == Seen(
                    key: "k", name: "n", mode: .polling, count: 10, ratio: 1, interval: .seconds(90), tags: ["a", "b"],
                    flag: false, nested: "x"))
    }

    @Test(
        "Reads durations as numbers and as strings with units",
        arguments: [
            ("15", .seconds(15)), ("0.25", .milliseconds(250)), ("\"500ms\"", .milliseconds(500)),
            ("\"15s\"", .seconds(15)), ("\"5m\"", .seconds(300)), ("\"24h\"", .seconds(86_400)),
            ("\"7d\"", .seconds(604_800)), ("0", .zero),
        ] as [(String, Duration)])
    func durations(text: String, expected: Duration) {
        #expect(read("\"key\": \"k\", \"interval\": \(text)").seen.interval == expected)
    }

    @Test(
        "Rejects invalid durations", arguments: ["\"1 week\"", "\"-\"", "\"s\"", "1e30", "\"nan\"", "true", "\"infs\""])
    func wrongDurations(text: String) {
        let diagnostics = read("\"key\": \"k\", \"interval\": \(text)").diagnostics
        #expect(diagnostics.count == 1)
        #expect(diagnostics.first?.hasPrefix("/providers/p/interval: Expected a duration, found ") == true)
    }

    @Test("Rejects negative durations", arguments: [("-1", "-1"), ("\"-1s\"", "the string \"-1s\""), ("-0.5", "-0.5")])
    func negativeDurations(text: String, shown: String) {
        #expect(
            read("\"key\": \"k\", \"interval\": \(text)").diagnostics == [
                "/providers/p/interval: \(shown) is negative."
            ])
    }

    @Test("Reports invalid values with their JSON pointers")
    func wrongValues() {
        let diagnostics = read(
            #""mode": "push", "count": 11, "ratio": "x", "tags": [1], "flag": 1, "nested": {}, "name": [], "key": 5"#
        ).diagnostics
        #expect(
            diagnostics == [
                "/providers/p/mode: Expected one of \"streaming\", \"polling\", found \"push\".",
                "/providers/p/count: 11 is outside the range 0 to 10.",
                "/providers/p/ratio: Expected a number, found the string \"x\".",
                "/providers/p/tags: Expected an array of strings, found an array.",
                "/providers/p/flag: Expected true or false, found 1.",
                "/providers/p/nested: Missing setting \"name\".",
                "/providers/p/name: Expected a string, found an array.",
                "/providers/p/key: Expected a string, found a number.",
            ])
    }

    @Test("Reads secrets from variables and files, with default values")
    func secrets() {
        #expect(read(#""key": {"$env": "KEY"}"#, variables: ["KEY": "s3cret"]).seen.key == "s3cret")
        #expect(read(#""key": {"$env": "KEY", "default": "d"}"#).seen.key == "d")
        #expect(read(#""key": {"$file": "key.txt"}"#, files: ["conf/key.txt": "s3cret\n"]).seen.key == "s3cret")
        #expect(read(#""key": {"$file": "/etc/key", "default": "d"}"#).seen.key == "d")
    }

    @Test("Reports the source of a missing secret, and never a secret's value")
    func secretErrors() {
        #expect(
            read(#""key": {"$env": "KEY"}"#).diagnostics == [
                "/providers/p/key: The environment variable KEY is not set."
            ])
        #expect(
            read(#""key": {"$file": "key.txt"}"#).diagnostics == [
                "/providers/p/key: Can't read the file key.txt: No such file or directory."
            ])
        #expect(
            read(#""key": {"$env": "KEY", "typo": 1}"#, variables: ["KEY": "s3cret"]).diagnostics == [
                "/providers/p/key: Unknown property \"typo\" of a reference."
            ])
        #expect(read(#""name": "n""#).diagnostics == ["/providers/p: Missing setting \"key\"."])
        #expect(read(#""key": """#).diagnostics == ["/providers/p/key: The value is empty."])
        #expect(
            read(#""key": {"$env": "KEY", "default": 5}"#).diagnostics == [
                "/providers/p/key: Expected a string as the \"default\", found a number."
            ])
        #expect(
            read(#""key": "k", "nested": {"name": 5}"#).diagnostics == [
                "/providers/p/nested/name: Expected a string, found a number."
            ])
        let wrong = read(#""key": "k", "mode": {"$env": "MODE"}"#, variables: ["MODE": "s3cret"]).diagnostics
        #expect(
            wrong == ["/providers/p/mode: Expected one of \"streaming\", \"polling\", found the value of MODE."])
    }

    @Test("Hides a secret in descriptions, mirrors, and interpolation")
    func redaction() {
        let secret = Secret("s3cret")
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), dumped, "\([secret])", "\(Optional(secret) as Any)"] {
            #expect(!text.contains("s3cret"))
        }
        #expect(secret.reveal() == "s3cret")
    }

    @Test("Returns the hexadecimal SHA-256 digest of a secret")
    func digest() {
        #expect(Secret("abc").digest == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(Secret("").digest == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(Secret("ü").digest != Secret("u\u{308}").digest)
    }
}
