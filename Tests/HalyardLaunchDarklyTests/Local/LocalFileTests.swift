// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

@Suite("LaunchDarkly rule files")
struct LocalFileTests {
    private let document = #"""
        {
          "flags": {
            "new-nav": {"version": 4, "on": true, "variations": [true, false], "offVariation": 1,
              "rules": [{"id": "gold", "variation": 0, "clauses": [{"op": "segmentMatch", "values": ["gold"]}]}],
              "fallthrough": {"variation": 1}},
            "limit": {"version": 2, "on": true, "variations": [10, 50], "prerequisites": [{"key": "new-nav", "variation": 0}],
              "offVariation": 0, "fallthrough": {"variation": 1}}
          },
          "segments": {"gold": {"rules": [{"clauses": [{"attribute": "plan", "op": "in", "values": ["gold"]}]}]}}
        }
        """#

    private func client(
        _ source: FileFlagProvider.Source, files: InMemoryFileSystem = InMemoryFileSystem(), time: ManualTime? = nil
    ) async -> FlagClient {
        let clock = time ?? ManualTime()
        let provider = FileFlagProvider(
            source, name: "rules", formats: [.halyard, .launchDarkly, .launchDarklyFlagsState, .launchDarklyLocal],
            refreshInterval: time.map { _ in .seconds(1) }, files: files, time: clock)
        let client = FlagClient(provider: provider, context: .user("ada"), options: .manual(clock))
        #expect(await client.start() == .ready)
        return client
    }

    @Test("Evaluates a file for the context of each request")
    func contexts() async {
        let client = await client(.text(document))
        #expect(client.allFlags == ["new-nav": false, "limit": 10])
        let gold = client.snapshot(for: .user("bob", ["plan": "gold"]))
        #expect(gold.allFlags == ["new-nav": true, "limit": 50])
        let details = gold.details(of: FlagKey("new-nav", default: false))
        #expect(details.variant == "0" && details.reason == .targetingMatch && details.version == 4)
        #expect(details.origin == Origin(.bootstrap, provider: "rules"))
        #expect(details.metadata["vendorReason"] == ["kind": "RULE_MATCH", "ruleIndex": 0, "ruleId": "gold"])
        let limit = client.details(of: FlagKey("limit", default: 1))
        #expect(limit.value == 10 && limit.metadata["vendorReason"]?["prerequisiteKey"] == "new-nav")
        #expect(
            client.explain("new-nav").description.contains(
                "Determined by the default rule, because no other rule applies"))
        await client.shutdown()
    }

    @Test("Serves the default value of an invalid context, and reports an error")
    func invalidContext() async {
        let client = await client(.text(document))
        let details = client.snapshot(for: .user("")).details(of: FlagKey("new-nav", default: true))
        #expect(details.value && details.reason == .error && details.error?.code == .targetingKeyMissing)
        await client.shutdown()
    }

    @Test("Compiles only the changed flags of a new version of the file")
    func changes() async throws {
        let files = InMemoryFileSystem(["rules.json": document])
        let time = ManualTime()
        let client = await client(.file("rules.json"), files: files, time: time)
        let before = try #require(client.state.flagSet?.table)
        #expect(before["limit"]?.value == 10)
        let changed = document.replacing(#""version": 4, "on": true"#, with: #""version": 5, "on": false"#)
        await time.awaitSleepers()
        files.write(changed, to: "rules.json")
        time.advance(by: .seconds(1))
        await client.until { $0.flagSet?.table["new-nav"]?.version == 5 }
        let after = try #require(client.state.flagSet?.table)
        #expect(after["new-nav"]?.metadata["vendorReason"] == ["kind": "OFF"])
        #expect(after["limit"] === before["limit"])
        await client.shutdown()
    }

    @Test(
        "Keeps the previous flags when the file has another shape",
        arguments: [#"{"message": "unauthorized"}"#, #"{"flags": null}"#, #"{"flags": {}, "segments": []}"#])
    func otherShape(text: String) async {
        let files = InMemoryFileSystem(["rules.json": document])
        let time = ManualTime()
        let provider = FileFlagProvider(
            .file("rules.json"), name: "rules", formats: [.launchDarklyLocal], format: "launchdarkly-local",
            refreshInterval: .seconds(1), files: files, time: time)
        let client = FlagClient(provider: provider, context: .user("ada"), options: .manual(time))
        #expect(await client.start() == .ready)
        await time.awaitSleepers()
        files.write(text, to: "rules.json")
        time.advance(by: .seconds(1))
        await client.until { $0.error != nil }
        #expect(client.allFlags == ["new-nav": false, "limit": 10])
        #expect(
            client.diagnostics.recent.map(\.message) == [
                "The document doesn't have the bootstrap format \"launchdarkly-local\"."
            ])
        await client.shutdown()
    }

    @Test("Reports all problems of each version of the file")
    func history() async throws {
        let files = InMemoryFileSystem([
            "rules.json": #"{"flags": {"a": {"on": 7}, "b": {"on": true}, "c": {"on": false}}, "segments": {}}"#
        ])
        let provider = FileFlagProvider(.file("rules.json"), formats: [.launchDarklyLocal], files: files)
        func problems() async -> [String?] {
            let client = FlagClient(provider: provider, context: .user("ada"), options: .manual())
            #expect(await client.start() == .ready)
            defer { Task { await client.shutdown() } }
            return client.diagnostics.recent.map { $0.location?.pointer }
        }
        let first = ["/flags/a/on", "/flags/a", "/flags/b/fallthrough"]
        #expect(await problems() == first)
        files.write(
            #"{"flags": {"a": {"on": 7}, "b": {"on": true}, "c": {"on": true}}, "segments": {}}"#, to: "rules.json")
        #expect(await problems() == first + ["/flags/c/fallthrough"])
        #expect(await problems() == first + ["/flags/c/fallthrough"])
        files.write(#"{"flags": {"b": {"on": true}}, "segments": {}}"#, to: "rules.json")
        #expect(await problems() == ["/flags/b/fallthrough"])
    }

    @Test(
        "Recognizes the format by its content",
        arguments: [
            (#"{"flags": {"a": {"variations": [1]}}, "segments": {}}"#, "launchdarkly-local"),
            (#"{"flags": {}, "segments": {}}"#, "launchdarkly-local"),
            (#"{"flags": {"a": {"variations": [1], "on": true}}}"#, "halyard,launchdarkly-local"),
            (#"{"flags": {"a": {"variations": [1], "fallthrough": {}}}}"#, "halyard,launchdarkly-local"),
            (#"{"flags": {"a": {"variations": [1], "on": true}, "b": 1}}"#, "halyard"),
            (#"{"flags": {"a": {"variations": [1]}}}"#, "halyard"), (#"{"flags": {}}"#, "halyard"),
            (#"{"flags": {"a": {"b": 1}}}"#, "halyard"), (#"{"a": {"value": 1}}"#, "launchdarkly"),
            (#"{"flags": {"a": 1}}"#, "halyard"),
        ])
    func recognition(text: String, expected: String) throws {
        let document = try JSONReader().read(text)
        let formats = [BootstrapFormat.halyard, .launchDarkly, .launchDarklyFlagsState, .launchDarklyLocal]
        #expect(formats.filter { $0.recognizes(document) }.map(\.name).joined(separator: ",") == expected)
    }

    @Test("Reports an unreadable flag with its location")
    func problems() throws {
        let text = #"{"flags": {"a": {"on": 7}, "b": {"on": false}}, "segments": {}}"#
        let contents = BootstrapFormat.launchDarklyLocal.contents(
            of: try JSONReader().read(text), origin: Origin(.bootstrap, provider: "rules"))
        #expect(contents.rules?.keys == ["b"] && contents.flags.isEmpty)
        #expect(contents.diagnostics.map { $0.location?.pointer } == ["/flags/a/on", "/flags/a"])
    }

    @Test("Serves the file of a configuration for each context")
    func configuration() async throws {
        let files = InMemoryFileSystem([
            "rules.json": document,
            "halyard.json": #"""
            {"version": 1, "context": {"key": "ada"}, "providers": {"flags": {
              "type": "bootstrap", "file": "rules.json", "format": "launchdarkly-local"}}}
            """#,
        ])
        let client = try FlagClient(
            configuration: .file("halyard.json"), providers: [.launchDarkly], options: .manual(), host: .files(files))
        #expect(await client.start() == .ready)
        #expect(client.allFlags == ["new-nav": false, "limit": 10])
        #expect(client.snapshot(for: .user("bob", ["plan": "gold"])).allFlags == ["new-nav": true, "limit": 50])
        await client.shutdown()
    }

    @Test("Evaluates a provider's bootstrap file until the first response")
    func bootstrap() async throws {
        let provider = try BootstrappedProvider(
            SilentProvider(), with: .text(document), formats: [.launchDarklyLocal], time: ManualTime())
        let client = FlagClient(provider: provider, context: .user("ada"), options: .manual())
        await client.start(until: .anyFlags)
        #expect(client.allFlags == ["new-nav": false, "limit": 10])
        #expect(client.snapshot(for: .user("bob", ["plan": "gold"])).allFlags == ["new-nav": true, "limit": 50])
        await client.shutdown()
    }

    /// A provider without flags.
    private struct SilentProvider: FlagProvider {
        let name = "silent"

        func run(_ request: FlagRequest, into channel: FlagChannel) async throws {}
    }
}
