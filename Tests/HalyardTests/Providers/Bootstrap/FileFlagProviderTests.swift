// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import TestSupport
import Testing

@Suite("FileFlagProvider")
struct FileFlagProviderTests {
    private let time = ManualTime()
    private let files = InMemoryFileSystem(["flags.json": #"{"flags": {"limit": 1}}"#])

    private func fileClient(interval: Duration? = .seconds(30)) -> FlagClient {
        FlagClient(
            provider: FileFlagProvider(.file("flags.json"), refreshInterval: interval, files: files, time: time),
            options: .manual(time))
    }

    /// Waits until the provider sleeps between two checks of the file, and then advances the clock by the interval.
    private func pass() async {
        await time.awaitSleepers()
        time.advance(by: .seconds(30))
        await time.awaitSleepers()
    }

    @Test("Reports a document without flags if the format is set")
    func namedFormat() async {
        let provider = FileFlagProvider(.text(#"{"new-nav": true, "limits": [1]}"#), format: "halyard")
        let client = await FlagClient.serving(provider)
        #expect(client.allFlags == [:])
        #expect(
            client.diagnostics.recent.map(\.description) == [
                "1:1: warning: The document has no \"flags\" key, and not all properties are plain values, so it contains no "
                    + "flags. Use {\"flags\": {\"<key>\": <value>, …}}."
            ])
    }

    @Test("Reads a document of plain values as flags")
    func valuesAlone() async {
        let text = #"{"new-nav": true, "limit": 10, "ratio": 0.5, "theme": "dark", "$schema": "flags.schema.json"}"#
        let client = await FlagClient.serving(FileFlagProvider(.text(text)))
        #expect(client.allFlags == ["new-nav": true, "limit": 10, "ratio": 0.5, "theme": "dark"])
        #expect(
            client.diagnostics.recent.map(\.description) == [
                "1:1: info: The document has no \"flags\" key, so each property is a flag. "
                    + "Use {\"flags\": {\"<key>\": <value>, …}}."
            ])
    }

    @Test("Parses an unchanged file once for all contexts")
    func contexts() async {
        let readings = Recorder<FlagValue>()
        let format = BootstrapFormat(
            name: "own", shape: "{…}", recognizes: { _ in true },
            read: { document, origin in
                readings.add(document)
                return .init(flags: [EvaluatedFlag("limit", document["limit"] ?? .null, origin: origin)])
            })
        files.write(#"{"limit": 1}"#, to: "own.json")
        let provider = FileFlagProvider(.file("own.json"), formats: [format], files: files, time: time)
        let client = FlagClient(provider: provider, context: .user("ann"), options: .manual(time))
        #expect(await client.start() == .ready)
        await client.setContext(.user("bob"))
        #expect(client.state.flagSet?.context == .user("bob"))
        #expect(client[.limit] == 1)
        #expect(readings.count == 1)
        files.write(#"{"limit": 2}"#, to: "own.json")
        await client.setContext(.user("eve"))
        #expect(client[.limit] == 2)
        #expect(readings.count == 2)
        await client.shutdown()
    }

    @Test("Serves flags from a string")
    func text() async {
        let client = FlagClient(
            provider: FileFlagProvider(.text(#"{"flags": {"limit": 7, "x": null}}"#)), options: .manual(time))
        #expect(await client.start() == .ready)
        #expect(client[.limit] == 7)
        #expect(client.details(of: .limit).origin == Origin(.bootstrap, provider: "bootstrap"))
        #expect(client.details(of: FlagKey("x", default: 3)).error == nil)
    }

    @Test("Serves the new flags of a file after it changes")
    func reload() async {
        let client = fileClient()
        #expect(await client.start() == .ready)
        #expect(client[.limit] == 1)
        await pass()
        #expect(client[.limit] == 1)
        files.write(#"{"flags": {"limit": 2}}"#, to: "flags.json")
        await pass()
        #expect(client[.limit] == 2)
        await client.shutdown()
    }

    @Test("Rereads the file only on refresh() without a refresh interval")
    func once() async {
        let client = fileClient(interval: nil)
        #expect(await client.start() == .ready)
        files.write(#"{"flags": {"limit": 2}}"#, to: "flags.json")
        #expect(client[.limit] == 1)
        #expect(await client.refresh() == .completed)
        #expect(client[.limit] == 2)
    }

    @Test("Reports a missing file if there's no refresh interval")
    func unreadable() async {
        let client = FlagClient(
            provider: FileFlagProvider(.file("none.json"), files: files, time: time), options: .manual(time))
        await client.start()
        #expect(client.status == .error)
        #expect(client.diagnostics.recent.map(\.code) == ["fileUnreadable"])
        await client.shutdown()
    }

    @Test("Keeps the last valid flags until a syntax error is fixed")
    func brokenVersion() async {
        let client = fileClient()
        await client.start()
        files.write("{\"flags\": {\n  \"limit\": }}", to: "flags.json")
        await pass()
        #expect(client[.limit] == 1)
        #expect(client.status == .stale)
        #expect(
            client.diagnostics.recent.map(\.description) == [
                "flags.json:2:12: error: /flags/limit: Expected a value, found '}'. "
                    + "Fix the text. JSON has no comments, trailing commas, or single quotes."
            ])
        files.write(#"{"flags": {"limit": 3}}"#, to: "flags.json")
        await pass()
        #expect(client[.limit] == 3)
        #expect(client.status == .ready)
        await client.shutdown()
    }

    @Test("Retries an unreadable, unchanged file, and reports it once")
    func transientFailure() async {
        let flaky = FlakyFiles(failures: 3, text: #"{"flags": {"limit": 8}}"#)
        let client = FlagClient(
            provider: FileFlagProvider(.file("f"), refreshInterval: .seconds(30), files: flaky, time: time),
            options: .manual(time))
        _ = await client.start(within: .seconds(1))
        for _ in 0..<3 { await pass() }
        #expect(client[.limit] == 8)
        #expect(client.diagnostics.recent.map(\.code) == ["fileUnreadable"])
        await client.shutdown()
    }

    /// A file system whose first reads fail because too many files are open.
    private final class FlakyFiles: FileSystem {
        private let failures: Lock<Int>
        private let text: String

        init(failures: Int, text: String) {
            self.failures = Lock(failures)
            self.text = text
        }

        var currentDirectory: String { "/" }

        func contents(of path: String) throws(FileError) -> [UInt8] {
            let fails = failures.withLock { failures -> Bool in
                failures -= 1
                return failures >= 0
            }
            if fails { throw FileError(path: path, reason: "Too many open files") }
            return Array(text.utf8)
        }

        func stamp(of path: String) throws(FileError) -> FileStamp { FileStamp(modified: 1, size: 1, inode: 1) }
    }

    @Test("Serves flags from a file that appears after the start")
    func lateFile() async {
        files.remove("flags.json")
        let client = fileClient()
        let result = await client.start()
        #expect(
            result
                == .defaults(
                    FlagError(
                        .parseError,
                        "flags.json: error: The file can't be read: No such file or directory. "
                            + "Check the path. Paths in a configuration are relative to the configuration's folder.",
                        diagnostics: client.diagnostics.recent)))
        files.write(#"{"flags": {"limit": 2}}"#, to: "flags.json")
        await pass()
        #expect(client[.limit] == 2)
        await client.shutdown()
    }

    @Test(
        "Rejects an unusable document with one diagnostic",
        arguments: [
            (
                "[1]", nil,
                "1:1: error: The document has no known bootstrap format. "
                    + "Use a supported format: halyard {\"flags\": {\"<key>\": <value>, …}} or "
                    + "replay {\"replay\": 1, \"sections\": [{\"at\": 0, \"flags\": {…}, \"steps\": […]}, …]}. "
                    + "For a vendor's format, pass the vendor's module in `providers:` or the format in `formats:`."
            ),
            ("{\"flags\": 1}", nil, nil),
            ("{\"flags\": {}, \"other\": 1}", nil, nil), ("{\"new-nav\": true, \"theme\": {}}", nil, nil),
            ("{}", nil, nil), ("{\"$valid\": true}", nil, nil),
            (
                "{\"flags\": {}}", "xml",
                "1:1: error: Unknown bootstrap format \"xml\". Known values: \"halyard\", \"replay\". "
                    + "For a vendor's format, pass the vendor's module in `providers:` or the format in `formats:`."
            ),
            (
                "{\"flags\": {\"a\": 1, \"a\": 2}}", nil,
                "1:20: error: /flags/a: The object has two properties named \"a\". Remove one of them."
            ),
        ] as [(String, String?, String?)])
    func unusable(text: String, format: String?, message: String?) async {
        let client = FlagClient(provider: FileFlagProvider(.text(text), format: format), options: .manual(time))
        guard case .defaults(let error) = await client.start() else {
            Issue.record("The document was accepted.")
            return
        }
        #expect(error.code == .parseError)
        #expect(error.diagnostics.count == 1)
        if let message { #expect(error.message == message) }
        #expect(client.status == .error)
    }

    @Test("Rejects a document that matches two formats until one is set")
    func ambiguous() async {
        let other = BootstrapFormat(
            name: "other", shape: "{…}", recognizes: { _ in true },
            read: { _, origin in .init(flags: [EvaluatedFlag("limit", 99, origin: origin)]) })
        let text = FileFlagProvider.Source.text(#"{"flags": {"limit": 1}}"#)
        let unnamed = FlagClient(provider: FileFlagProvider(text, formats: [.halyard, other]), options: .manual(time))
        guard case .defaults(let error) = await unnamed.start() else {
            Issue.record("The document was accepted.")
            return
        }
        #expect(
            error.message
                == "1:1: error: The document matches several bootstrap formats: halyard, other. "
                + "Set \"format\" to one of them.")
        let named = FlagClient(
            provider: FileFlagProvider(text, formats: [.halyard, other], format: "other"), options: .manual(time))
        #expect(await named.start() == .ready)
        #expect(named[.limit] == 99)
    }

    @Test("Adds file, line, and column to the diagnostics of a format")
    func diagnostics() async {
        let picky = BootstrapFormat(
            name: "picky", shape: "{…}", recognizes: { _ in true },
            read: { _, origin in
                .init(
                    flags: [EvaluatedFlag("limit", 5, origin: origin)],
                    diagnostics: [Diagnostic("bad", .warning, location: .init(pointer: "/list/1"), "Skipped.")])
            })
        files.write("{\n \"list\": [\n  1,\n  2]}", to: "flags.json")
        let client = FlagClient(
            provider: FileFlagProvider(.file("flags.json"), formats: [picky], files: files), options: .manual(time))
        #expect(await client.start() == .ready)
        #expect(client[.limit] == 5)
        #expect(client.diagnostics.recent.map(\.description) == ["flags.json:4:3: warning: /list/1: Skipped."])
    }
}

@Suite("InMemoryFlagProvider")
struct InMemoryFlagProviderTests {
    @Test("Publishes changes to every client before the call returns")
    func immediate() async {
        let provider = InMemoryFlagProvider(["limit": 1])
        let clients = [
            FlagClient(provider: provider, options: .manual()), FlagClient(provider: provider, options: .manual()),
        ]
        for client in clients { await client.start() }
        provider.set(.limit, 2)
        #expect(clients.map { $0[.limit] } == [2, 2])
        provider.set("limit", nil)
        #expect(clients.map { $0[.limit] } == [10, 10])
        provider.replaceAll(with: ["limit": .init(4)])
        #expect(clients.map { $0[.limit] } == [4, 4])
    }

    @Test("Selects the variant again when the context changes")
    func targeting() async {
        let provider = InMemoryFlagProvider(definitions: [
            "limit": .init(
                variants: ["small": 1, "large": 100], defaultVariant: "small",
                targeting: { $0["plan"] == "gold" ? "large" : nil })
        ])
        let client = await FlagClient.serving(provider, for: .user("a"))
        #expect(client.details(of: .limit).variant == "small")
        #expect(client.details(of: .limit).reason == .default)
        await client.setContext(.user("a", ["plan": "gold"]))
        #expect(client[.limit] == 100)
        #expect(client.details(of: .limit).reason == .targetingMatch)
    }

    @Test("Serves the default value of a disabled flag with reason DISABLED")
    func disabled() async {
        let provider = InMemoryFlagProvider(definitions: [
            "limit": .init(variants: ["on": 1], defaultVariant: "on", isDisabled: true)
        ])
        let client = await FlagClient.serving(provider)
        let details = client.details(of: .limit)
        #expect(details.value == 10)
        #expect(details.reason == .disabled)
        #expect(details.error == nil)
    }

    @Test("Runs targeting without a lock, so it can read the client's flags")
    func targetingReads() async {
        let held = Lock<FlagClient?>(nil)
        let provider = InMemoryFlagProvider(definitions: [
            "base": .init(true),
            "limit": .init(
                variants: ["on": 1, "off": 0], defaultVariant: "off",
                targeting: { _ in held.withLock { $0 }?.bool("base", default: false) == true ? "on" : nil }),
        ])
        let client = FlagClient(provider: provider, options: .manual())
        held.withLock { $0 = client }
        await client.start()
        #expect(client[.limit] == 0, "The client had no flags yet.")
        provider.set("other", 1)
        provider.set(
            "limit",
            definition: .init(
                variants: ["on": 1, "off": 0], defaultVariant: "off",
                targeting: { _ in held.withLock { $0 }?.bool("base", default: false) == true ? "on" : nil }))
        #expect(client[.limit] == 1)
        held.withLock { $0 = nil }
    }

    @Test("Publishes concurrent changes from many tasks without losing any")
    func concurrentChanges() async {
        let provider = InMemoryFlagProvider()
        let client = await FlagClient.serving(provider)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<200 {
                        provider.set("task-\(task)", .int(Int64(number)))
                        #expect(client.int("task-\(task)", default: -1) == number)
                    }
                }
            }
        }
        #expect(client.allFlags.count == 8)
    }

    @Test("Serves the default value if the default variant doesn't exist")
    func unknownVariant() async {
        let provider = InMemoryFlagProvider(definitions: ["limit": .init(variants: ["on": 1], defaultVariant: "onn")])
        let client = await FlagClient.serving(provider)
        #expect(client.details(of: .limit).description == "limit = 10 (DEFAULT, memory: memory)")
    }

    @Test("Stops serving a client that was shut down")
    func gone() async {
        let provider = InMemoryFlagProvider(["limit": 1])
        let client = await FlagClient.serving(provider)
        await client.shutdown()
        provider.set(.limit, 2)
        #expect(client[.limit] == 10)
    }
}
