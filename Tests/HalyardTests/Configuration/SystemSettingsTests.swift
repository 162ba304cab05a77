// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@testable import Halyard
import HalyardSupport
import TestSupport
import Testing

@Suite("Configuration: lifecycle and App Group")
struct SystemSettingsTests {
    private let files = InMemoryFileSystem()
    private let path = "halyard.json"

    /// A host whose system reports about the app, and has one group that the app is entitled to.
    private func host(_ change: (inout ConfigurationHost) -> Void = { _ in }) -> ConfigurationHost {
        .files(files) { host in
            host.hasSystemLifecycle = true
            host.appGroupAnswer = { name in
                name == "group.com.example"
                    ? .folder(StateFolder("/groups/example/halyard", isPurgeable: true)) : .refused
            }
            change(&host)
        }
    }

    private func configured(
        _ rest: String,
        _ provider: String = #"{"type": "memory", "flags": {"limit": 1}, "persistence": "networkFirst"}"#,
        host: ConfigurationHost? = nil, _ change: (inout FlagClient.Options) -> Void = { _ in }
    ) throws -> FlagClient {
        files.write(#"{"version": 1, "providers": {"p": \#(provider)}\#(rest)}"#, to: path)
        return try FlagClient(
            configuration: .file(path), options: .manual(change: change), host: host ?? self.host())
    }

    private func diagnostics(_ client: FlagClient) -> [String] { client.diagnostics.recent.map(\.description) }

    // MARK: Lifecycle

    @Test("an unknown lifecycle is refused with the known ones")
    func unknown() {
        let error = #expect(throws: ConfigurationError.self) { try configured(#", "lifecycle": "sytem""#) }
        #expect(
            error?.diagnostics.map(\.description) == [
                "halyard.json:1:123: error: /lifecycle: Unknown lifecycle: \"sytem\". Did you mean \"system\"? "
                    + "Known values: \"none\", \"system\"."
            ])
    }

    @Test("the system's lifecycle and one of the app's own are two sources, which is refused")
    func twoSources() {
        let error = #expect(throws: ConfigurationError.self) {
            try configured(#", "lifecycle": "system""#) { $0.lifecycle = ManualLifecycle() }
        }
        #expect(
            error?.diagnostics.map(\.description) == [
                "halyard.json:1:123: error: /lifecycle: The client's options also set a lifecycle, so the app's phase "
                    + "would come from two sources. Remove \"lifecycle\" here or in the options."
            ])
    }

    @Test("no system lifecycle leaves one of the app's own in place")
    func noneKeepsOwn() throws {
        let lifecycle = ManualLifecycle()
        let client = try configured(#", "lifecycle": "none""#) { $0.lifecycle = lifecycle }
        #expect(client.options.lifecycle as? ManualLifecycle === lifecycle)
        #expect(diagnostics(client) == [])
    }

    @Test("no lifecycle means that the system's is not followed")
    func none() throws {
        let client = try configured(#", "lifecycle": "none""#) { $0.lifecycle = SystemLifecycle() }
        #expect(client.options.lifecycle == nil)
    }

    @Test("without a word about it, the options decide")
    func absent() throws {
        let lifecycle = SystemLifecycle()
        #expect(try configured("") { $0.lifecycle = lifecycle }.options.lifecycle as? SystemLifecycle === lifecycle)
    }

    @Test("where the system reports nothing, its lifecycle is none, and one finding says so")
    func noSystem() throws {
        let client = try configured(#", "lifecycle": "system""#, host: host { $0.hasSystemLifecycle = false })
        #expect(client.options.lifecycle == nil)
        #expect(
            diagnostics(client) == [
                "halyard.json:1:123: info: /lifecycle: This system doesn't report an app lifecycle, so the client assumes that the app is in the "
                    + "foreground. To report phases in your code, use a ManualLifecycle."
            ])
    }

    @Test("each client may have its own; one that says nothing has the document's")
    func clients() throws {
        files.write(
            #"""
            {"version": 1, "providers": {"p": {"type": "memory"}}, "lifecycle": "none", "clients": {"a": {}, "b": {"lifecycle": "system"}}}
            """#, to: path)
        let loaded = try ProviderRegistry().load(.file(path), host: host())
        #expect(loaded.main.followsSystem == false)
        #expect(loaded.clients["a"]?.followsSystem == false)
        #expect(loaded.clients["b"]?.followsSystem == true)
    }

    @Test("a client that runs keeps its lifecycle, and says so when the configuration changes it")
    func applied() async throws {
        let client = try configured(#", "lifecycle": "none""#)
        await client.start()
        files.write(#"{"version": 1, "providers": {"p": {"type": "memory"}}}"#, to: path)
        try await client.applyConfiguration(.file(path))
        #expect(
            diagnostics(client) == [
                "halyard.json: warning: /lifecycle: \"lifecycle\" has changed, but a running client can't apply the change. "
                    + "Restart the app."
            ])
        await client.shutdown()
    }

    // MARK: App Group

    @Test("with an App Group, what providers keep is in the group's folder")
    func appGroup() async throws {
        let client = try configured(#", "appGroup": "group.com.example""#)
        await client.start()
        await client.shutdown()
        #expect(files.paths.contains { $0.hasPrefix("/groups/example/halyard/") && $0.hasSuffix(".snapshot") })
        #expect(diagnostics(client).filter { $0.contains("appGroup") } == [])
    }

    @Test("a provider's own folder wins over the group's")
    func ownFolder() async throws {
        let client = try configured(
            #", "appGroup": "group.com.example""#,
            #"{"type": "memory", "flags": {"limit": 1}, "persistence": {"policy": "networkFirst", "folder": "/own"}}"#)
        await client.start()
        await client.shutdown()
        #expect(files.paths.contains { $0.hasPrefix("/own/") })
        #expect(!files.paths.contains { $0.hasPrefix("/groups/") })
    }

    @Test("a group that the app is not entitled to is an error, and the app's own folder serves")
    func refused() async throws {
        let client = try configured(#", "appGroup": "group.com.other""#)
        #expect(await client.start() == .ready)
        await client.shutdown()
        #expect(
            diagnostics(client).first
                == "halyard.json:1:122: error: /appGroup: The program isn't entitled to this App Group. Add the group to the App "
                + "Groups capability of the app and of each extension: \"group.com.other\". Until then, data is stored in "
                + "the app's folder, which extensions can't access.")
        let folder = try #require(FileFlagStore().folder)
        #expect(files.paths.contains { $0.hasPrefix(folder) })
    }

    @Test("where there are no App Groups, the usual folder serves, and one finding says so")
    func noGroups() throws {
        let client = try configured(
            #", "appGroup": "group.com.example""#, host: host { $0.appGroupAnswer = { _ in .unknown } })
        #expect(
            diagnostics(client) == [
                "halyard.json:1:122: info: /appGroup: This system doesn't support App Groups, so data is stored in the usual folder. No "
                    + "action is necessary."
            ])
    }

    @Test("another App Group makes another provider, which keeps its flags there")
    func applyGroup() async throws {
        let client = try configured("")
        await client.start()
        files.write(
            #"""
            {"version": 1, "appGroup": "group.com.example",
            "providers": {"p": {"type": "memory", "flags": {"limit": 1}, "persistence": "networkFirst"}}}
            """#, to: path)
        try await client.applyConfiguration(.file(path))
        await client.shutdown()
        #expect(files.paths.contains { $0.hasPrefix("/groups/example/halyard/") })
    }
}
