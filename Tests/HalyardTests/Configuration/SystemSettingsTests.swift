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

    /// Returns a host with a system lifecycle and one App Group that the app is entitled to.
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

    @Test("Rejects an unknown lifecycle, and lists the known ones")
    func unknown() {
        let error = #expect(throws: ConfigurationError.self) { try configured(#", "lifecycle": "sytem""#) }
        #expect(
            error?.diagnostics.map(\.description) == [
                "halyard.json:1:123: error: /lifecycle: Unknown lifecycle: \"sytem\". Did you mean \"system\"? "
                    + "Known values: \"none\", \"system\"."
            ])
    }

    @Test("Rejects the system lifecycle if the options set a custom one")
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

    @Test("Keeps a custom lifecycle if the setting is none")
    func noneKeepsOwn() throws {
        let lifecycle = ManualLifecycle()
        let client = try configured(#", "lifecycle": "none""#) { $0.lifecycle = lifecycle }
        #expect(client.options.lifecycle as? ManualLifecycle === lifecycle)
        #expect(diagnostics(client) == [])
    }

    @Test("Removes the system lifecycle if the setting is none")
    func none() throws {
        let client = try configured(#", "lifecycle": "none""#) { $0.lifecycle = SystemLifecycle() }
        #expect(client.options.lifecycle == nil)
    }

    @Test("Uses the lifecycle of the options if there is no setting")
    func absent() throws {
        let lifecycle = SystemLifecycle()
        #expect(try configured("") { $0.lifecycle = lifecycle }.options.lifecycle as? SystemLifecycle === lifecycle)
    }

    @Test("Reports a system without an app lifecycle once")
    func noSystem() throws {
        let client = try configured(#", "lifecycle": "system""#, host: host { $0.hasSystemLifecycle = false })
        #expect(client.options.lifecycle == nil)
        #expect(
            diagnostics(client) == [
                "halyard.json:1:123: info: /lifecycle: This system doesn't report an app lifecycle, so the client assumes that the app is in the "
                    + "foreground. To report phases in your code, use a ManualLifecycle."
            ])
    }

    @Test("Prefers a client's lifecycle to the document's")
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

    @Test("Warns if the lifecycle changes while the client is running")
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

    @Test("Stores flags in the App Group's folder")
    func appGroup() async throws {
        let client = try configured(#", "appGroup": "group.com.example""#)
        await client.start()
        await client.shutdown()
        #expect(files.paths.contains { $0.hasPrefix("/groups/example/halyard/") && $0.hasSuffix(".snapshot") })
        #expect(diagnostics(client).filter { $0.contains("appGroup") } == [])
    }

    @Test("Prefers a provider's folder to the App Group's")
    func ownFolder() async throws {
        let client = try configured(
            #", "appGroup": "group.com.example""#,
            #"{"type": "memory", "flags": {"limit": 1}, "persistence": {"policy": "networkFirst", "folder": "/own"}}"#)
        await client.start()
        await client.shutdown()
        #expect(files.paths.contains { $0.hasPrefix("/own/") })
        #expect(!files.paths.contains { $0.hasPrefix("/groups/") })
    }

    @Test("Reports a missing entitlement, and uses the app's folder")
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

    @Test("Reports a system without App Groups once")
    func noGroups() throws {
        let client = try configured(
            #", "appGroup": "group.com.example""#, host: host { $0.appGroupAnswer = { _ in .unknown } })
        #expect(
            diagnostics(client) == [
                "halyard.json:1:122: info: /appGroup: This system doesn't support App Groups, so data is stored in the usual folder. No "
                    + "action is necessary."
            ])
    }

    @Test("Stores flags in the new folder if the App Group changes")
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
