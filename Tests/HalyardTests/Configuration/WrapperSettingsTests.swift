// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing
import TestSupport

@Suite("Configuration: wrappers and clients")
struct WrapperSettingsTests {
    private let scripted = ScriptedModule()
    private let files = InMemoryFileSystem(["flags.json": #"{"flags": {"limit": 5}}"#])

    private var host: ConfigurationHost {
        var host = ConfigurationHost()
        host.files = files
        return host
    }

    private func diagnostics(_ text: String) -> [String] {
        do throws(ConfigurationError) {
            _ = try ProviderRegistry([scripted.module]).load(.json(text), host: host)
            return []
        } catch {
            return error.diagnostics.map(\.description)
        }
    }

    private func startConfigured(
        _ provider: String, until condition: FlagClient.WaitCondition = .freshFlags
    ) async throws -> (FlagClient, Task<FlagClient.StartResult, Never>, ScriptedProvider.Run) {
        let client = try FlagClient(
            configuration: .json(#"{"version": 1, "providers": {"p": \#(provider)}}"#), providers: [scripted.module],
            options: .manual(),
            host: host)
        let start = Task { await client.start(within: .seconds(60), until: condition) }
        await until { scripted.providers.contains(where: \.isAsked) }
        let asked = try #require(scripted.providers.first { $0.isAsked })
        return (client, start, await asked.nextRun())
    }

    @Test("Rejects output paths that aren't regular files")
    func writtenPaths() {
        let text = """
            {"version": 1, "active": "m", "providers": {"m": {"type": "memory"}},
            "sinks": [{"type": "jsonLines", "path": "/dev/null"}, {"type": "replay", "path": "/tmp"}]}
            """
        let error = #expect(throws: ConfigurationError.self) { try ProviderRegistry().load(.json(text)) }
        #expect(
            error?.diagnostics.map { "\($0.location?.pointer ?? ""): \($0.message)" } == [
                "/sinks/0/path: Can't write /dev/null: Is a device, not a regular file.",
                "/sinks/1/path: Can't write /tmp: Is a directory.",
            ])
    }

    @Test("Supports bootstrap and persistence settings on any provider")
    func members() async throws {
        let (client, start, run) = try await startConfigured(
            #"{"type": "scripted", "bootstrap": "flags.json", "persistence": {"policy": "networkFirst", "ttl": "1h", "folder": "kept"}}"#
        )
        #expect(client[.limit] == 5)
        #expect(client.details(of: .limit).origin == Origin(.bootstrap, provider: "p"))
        run.answer(["limit": 7], provider: "p")
        #expect(await start.value == .ready)
        #expect(client[.limit] == 7)
        await client.shutdown()
        #expect(files.paths.contains { $0.hasPrefix("kept/") && $0.hasSuffix(".snapshot") })
    }

    @Test("Serves stored flags if the network fails at the next launch")
    func persisted() async throws {
        let (first, start, run) = try await startConfigured(#"{"type": "scripted", "persistence": "networkFirst"}"#)
        run.answer(["limit": 7], provider: "p")
        _ = await start.value
        await first.shutdown()
        let again = ScriptedModule()
        let client = try FlagClient(
            configuration: .json(
                #"{"version": 1, "providers": {"p": {"type": "scripted", "persistence": "networkFirst"}}}"#),
            providers: [again.module], options: .manual(), host: host)
        async let result = client.start(within: .seconds(60))
        await until { again.providers.contains(where: \.isAsked) }
        let failing = try #require(await again.providers.first(where: \.isAsked)?.nextRun())
        #expect(failing.request.resume?.table["limit"]?.value == 7)
        #expect(client[.limit] == 10, "the client waits for the network")
        failing.fail(FlagError(.general, "offline"))
        #expect(await result == .cached(FlagError(.general, "offline")))
        #expect(client[.limit] == 7)
        #expect(client.details(of: .limit).origin == Origin(.persisted, provider: "p"))
    }

    @Test(
        "Wraps a nested provider object",
        arguments: [
            #"{"type": "persisted", "policy": "persistenceUntilNetworkSuccess", "ttl": 60, "provider": {"type": "scripted"}}"#,
            #"{"type": "bootstrapped", "file": "flags.json", "format": "halyard", "provider": {"type": "scripted"}}"#,
            #"{"type": "bootstrapped", "file": "flags.json", "provider": {"type": "persisted", "policy": "networkOnly", "provider": {"type": "scripted"}}}"#,
        ])
    func types(provider: String) async throws {
        let (client, start, run) = try await startConfigured(provider)
        run.answer(["limit": 7], provider: "p")
        #expect(await start.value == .ready)
        #expect(client[.limit] == 7)
        #expect(client.providerName == "p")
        await client.shutdown()
    }

    @Test("Wraps another configured provider, and keeps its name")
    func byName() throws {
        let loaded = try ProviderRegistry([scripted.module]).load(
            .json(
                #"{"version": 1, "active": "kept", "providers": {"kept": {"type": "persisted", "policy": "networkFirst", "provider": "plain"}, "plain": {"type": "scripted"}}}"#
            ),
            host: host)
        #expect(loaded.main.provider.name == "plain")
        #expect(loaded.main.provider is PersistedProvider)
    }

    @Test(
        "Rejects invalid wrapper settings with a location and a reason",
        arguments: [
            (
                #"{"type": "persisted", "policy": "networkFirst", "provider": {"type": "scripted", "bootstrap": "flags.json"}}"#,
                "1:35: error: /providers/p: persisted can't wrap bootstrapped: stored flags would hide the flags shipped "
                    + "with the app. Wrap persisted in bootstrapped instead."
            ),
            (
                #"{"type": "bootstrap", "file": "flags.json", "persistence": "networkFirst"}"#,
                "1:94: error: /providers/p/persistence: persisted can't wrap bootstrap: flags from a file are available "
                    + "immediately, without a network. Use the bootstrap provider alone."
            ),
            (
                #"{"type": "persisted", "policy": "networkFirst", "provider": "p"}"#,
                "1:95: error: /providers/p/provider: The provider contains itself: \"p\", \"p\". Use another provider."
            ),
            (
                #"{"type": "persisted", "policy": "networkFirst", "provider": "q"}"#,
                "1:95: error: /providers/p/provider: Unknown provider: \"q\". Did you mean \"p\"? Known values: \"p\"."
            ),
            (
                #"{"type": "scripted", "persistence": {"policy": "networkFrist", "ttl": "1h"}}"#,
                "1:82: error: /providers/p/persistence/policy: Unknown persistence policy: \"networkFrist\". "
                    + "Did you mean \"networkFirst\"? Known values: \"networkFirst\", \"networkOnly\", "
                    + "\"persistenceUntilNetworkSuccess\"."
            ),
            (
                #"{"type": "scripted", "persistence": {"policy": "networkOnly", "ttl": "1h"}}"#,
                "1:97: error: /providers/p/persistence/ttl: Unknown setting \"ttl\". "
                    + "Known settings: folder, policy."
            ),
            (
                #"{"type": "scripted", "persistence": {"policy": "networkFirst", "ttl": 0}}"#,
                "1:105: error: /providers/p/persistence/ttl: 0 is outside the range 0.001 seconds to 31557600000.0 seconds. "
                    + "Use a duration in that range."
            ),
            (
                #"{"type": "scripted", "bootstrap": {"format": "halyard"}}"#,
                "1:69: error: /providers/p/bootstrap: Missing setting \"file\". Add it: the path of a file."
            ),
        ])
    func refused(provider: String, diagnostic: String) {
        #expect(diagnostics(#"{"version": 1, "providers": {"p": \#(provider)}}"#) == [diagnostic])
    }

    // MARK: Clients

    private let twoClients = #"""
        {"version": 1, "active": "one", "context": {"key": "root"}, "hooks": [{"type": "mark", "text": "root"}],
         "providers": {"one": {"type": "memory", "flags": {"limit": 1}}, "two": {"type": "memory", "flags": {"limit": 2}}},
         "clients": {"first": {}, "second": {"active": "two", "context": {"key": "own"}, "hooks": []}}}
        """#

    @Test("Creates independent clients that inherit the document's settings")
    func clients() async throws {
        let clients = try FlagClient.all(in: .json(twoClients), providers: [scripted.module], host: host)
        #expect(clients.keys.sorted() == ["first", "second"])
        let (first, second) = (try #require(clients["first"]), try #require(clients["second"]))
        await first.start()
        await second.start()
        #expect((first[.limit], second[.limit]) == (1, 2))
        #expect((first.context, second.context) == (.user("root"), .user("own")))
        #expect((first.name, second.name) == ("first", "second"))
        #expect(scripted.log.all == ["root limit first"])
        await first.shutdown()
        #expect(second[.limit] == 2)
        await second.shutdown()
    }

    @Test("Creates a client by name, or the document's main client")
    func byClientName() async throws {
        let named = try FlagClient(
            configuration: .json(twoClients), client: "second", providers: [scripted.module], options: .manual(),
            host: host)
        await named.start()
        #expect(named[.limit] == 2)
        let main = try FlagClient(
            configuration: .json(twoClients), providers: [scripted.module], options: .manual(), host: host)
        await main.start()
        #expect(main[.limit] == 1)
        #expect(main.name == nil)
        let error = #expect(throws: ConfigurationError.self) {
            try FlagClient(
                configuration: .json(twoClients), client: "secnd", providers: [scripted.module], options: .manual(),
                host: host)
        }
        #expect(error?.description == "error: /clients: Unknown client: \"secnd\". Known clients: first, second.")
    }

    @Test("Reports invalid client settings with their locations")
    func wrongClient() {
        #expect(
            diagnostics(
                #"{"version": 1, "providers": {"p": {"type": "memory"}}, "clients": {"c": {"active": "q", "sinks": {}, "x": 1}}}"#
            )
                == [
                    "1:84: error: /clients/c/active: Unknown provider: \"q\". Did you mean \"p\"? Known values: \"p\".",
                    "1:98: error: /clients/c/sinks: Expected an array, found an object. Use [{\"type\": \"…\"}].",
                    "1:102: error: /clients/c/x: Unknown setting \"x\". "
                        + "Known settings: active, context, hooks, killSwitch, lifecycle, overrides, sinks.",
                ])
    }
}
