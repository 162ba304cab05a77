// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardSupport
import Testing
import TestSupport

/// Tests of folders and links that another user on the same machine can prepare.
@Suite("StateFolder")
struct StateFolderTests {
    /// The user ID of `nobody` on Debian.
    ///
    /// Any user ID works except the ID of the user that runs the tests.
    private static let stranger = 65_534
    private static let isRoot = getuid() == 0

    private let folder: TemporaryFolder
    private let scope = StoreKey.Scope(provider: "unleash", environment: "https://example.com")
    private var key: StoreKey { StoreKey(scope, .user("ann"), slot: "ann") }

    init() throws { folder = try TemporaryFolder() }

    /// The default folder of an app whose caches are in the test's folder.
    private var standard: StateFolder { StateFolder(folder.path + "/caches/app/halyard", isDefault: true) }

    private func store(_ place: StateFolder?) -> FileFlagStore {
        FileFlagStore(in: StateFiles(in: place, files: LocalFileSystem()), time: ManualTime())
    }

    private func link(_ path: String, to target: String) throws {
        try FileManager.default.createDirectory(
            atPath: FilePath.directory(of: path), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }

    private func make(_ path: String, mode: Int = 0o700, owner: Int? = nil) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        var attributes: [FileAttributeKey: Any] = [.posixPermissions: mode]
        if let owner { attributes[.ownerAccountID] = owner }
        try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
    }

    private func reason(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? FileError)?.reason ?? "\(error)"
        }
    }

    @Test("Creates the default folder and stores records in it")
    func usesDefaultFolder() async throws {
        let store = store(standard)
        #expect(try await store.load(key) == nil)
        try await store.delete(key)
        try await store.save([1], as: key)
        #expect(try await store.load(key) == [1])
        #expect(await store.diagnostic() == nil)
        #expect(try TemporaryFolder.mode(standard.path) == 0o700)
        try await store.delete(key)
        #expect(try await store.keys(in: scope) == [])
    }

    @Test("Doesn't write through a link that replaces a record", arguments: [false, true])
    func keepsLinkTargets(isDefault: Bool) async throws {
        let place = StateFolder(folder.path + "/app/halyard", isDefault: isDefault)
        let store = store(place)
        let target = folder.path + "/precious"
        try LocalFileSystem().append([7], to: target)
        try link(store.path(of: key), to: target)
        #expect(await reason { try await store.save([1], as: key) } == "Is a symbolic link")
        #expect(await reason { _ = try await store.load(key) } == "Is a symbolic link")
        #expect(try LocalFileSystem().contents(of: target) == [7])
    }

    @Test("Doesn't create a file through a dangling link", arguments: [false, true])
    func createsNothingElsewhere(isDefault: Bool) async throws {
        let place = StateFolder(folder.path + "/app/halyard", isDefault: isDefault)
        let files = StateFiles(in: place, files: LocalFileSystem()).files
        try link(place.path + "/id", to: folder.path + "/private")
        let error = FileError(path: place.path + "/id", reason: "Is a symbolic link")
        #expect(throws: error) { try files.replace(place.path + "/id", with: [1]) }
        #expect(await reason { try files.append([1], to: place.path + "/id") } != nil)
        #expect(try LocalFileSystem().names(in: folder.path) == ["app"])
    }

    @Test("Doesn't follow a link that replaces a record folder", arguments: [false, true])
    func followsNoLinkedFolder(isDefault: Bool) async throws {
        let place = StateFolder(folder.path + "/app/halyard", isDefault: isDefault)
        try make(folder.path + "/private")
        try link(place.path + "/" + scope.digest, to: folder.path + "/private")
        let store = store(place)
        #expect(await reason { try await store.save([1], as: key) } == "Is a symbolic link")
        #expect(try await store.load(key) == nil)
        #expect(try LocalFileSystem().names(in: folder.path + "/private") == [])
    }

    @Test(
        "Doesn't follow a link that replaces the default folder or its parent",
        arguments: ["/caches/app", "/caches/app/halyard"])
    func followsNoLinkToDefaultFolder(path: String) async throws {
        try make(folder.path + "/private")
        try link(folder.path + path, to: folder.path + "/private")
        let problem = "the folder is behind the symbolic link \(folder.path + path)"
        #expect(await reason { try await store(standard).save([1], as: key) } == problem)
        #expect(await store(standard).diagnostic()?.message == "Nothing is stored on this device, because \(problem).")
        #expect(try LocalFileSystem().names(in: folder.path + "/private") == [])
    }

    @Test("Rejects a replaceable default folder unless its parent is sticky", arguments: [0o777, 0o1777])
    func rejectsReplaceableFolder(mode: Int) async throws {
        try make(folder.path + "/caches", mode: mode)
        let isSticky = mode == 0o1777
        let problem = "the folder is below a folder that can be changed by other users (mode 777)"
        #expect(await reason { try await store(standard).save([1], as: key) } == (isSticky ? nil : problem))
        #expect(try await store(standard).load(key) == (isSticky ? [1] : nil))
    }

    @Test("Rejects a default folder below another user's folder", .enabled(if: StateFolderTests.isRoot))
    func rejectsFolderOfStranger() async throws {
        try make(folder.path + "/caches", owner: Self.stranger)
        let problem = "the folder is below a folder that belongs to another user (user ID 65534)"
        #expect(await reason { try await store(standard).save([1], as: key) } == problem)
        #expect(try LocalFileSystem().names(in: folder.path + "/caches") == [])
    }

    @Test("Follows a link to a folder that the app chose")
    func followsLinkToChosenFolder() async throws {
        try make(folder.path + "/disk")
        try link(folder.path + "/flags", to: folder.path + "/disk")
        let store = store(StateFolder(folder.path + "/flags"))
        try await store.save([1], as: key)
        #expect(try await store.load(key) == [1])
        #expect(try LocalFileSystem().names(in: folder.path + "/disk") == [scope.digest])
    }

    @Test("Rejects a default folder that other users can change", arguments: [0o777, 0o770, 0o702])
    func rejectsWritableFolder(mode: Int) async throws {
        try await store(standard).save([1], as: key)
        try make(standard.path, mode: mode)
        let store = store(standard)
        let problem = "the folder can be changed by other users (mode \(String(mode, radix: 8)))"
        #expect(
            await store.diagnostic()
                == Diagnostic(
                    "storeUnavailable", .warning, location: .init(file: standard.path),
                    "Nothing is stored on this device, because \(problem).",
                    suggestion: "Remove the folder, or set \"folder\" in \"persistence\"."))
        #expect(try await store.load(key) == nil)
        #expect(try await store.keys(in: scope) == [])
        #expect(await reason { try await store.save([2], as: key) } == problem)
        try make(standard.path)
        #expect(try await store.load(key) == [1])
    }

    @Test(
        "Rejects a default folder of another user", .enabled(if: StateFolderTests.isRoot),
        arguments: ["/caches/app", "/caches/app/halyard"])
    func rejectsForeignFolder(path: String) async throws {
        try await store(standard).save([1], as: key)
        try make(folder.path + path, owner: Self.stranger)
        let store = store(standard)
        let reason = "belongs to another user (user ID 65534)"
        let problem = path.hasSuffix("app") ? "the folder is in a folder that \(reason)" : "the folder \(reason)"
        #expect(await store.diagnostic()?.message == "Nothing is stored on this device, because \(problem).")
        #expect(try await store.load(key) == nil)
        #expect(await self.reason { try await store.save([2], as: key) } == problem)
    }

    @Test("Reports a chosen folder that other users can change, and uses it")
    func reportsSharedFolder() async throws {
        try make(folder.path + "/flags", mode: 0o777)
        let store = store(StateFolder(folder.path + "/flags"))
        try await store.save([1], as: key)
        #expect(try await store.load(key) == [1])
        #expect(
            await store.diagnostic()
                == Diagnostic(
                    "storeShared", .warning, location: .init(file: folder.path + "/flags"),
                    "The folder can be changed by other users (mode 777). Other users can replace this app's stored flags.",
                    suggestion:
                        "Use a folder that belongs to the app's user and that only this user can change (mode 700)."))
    }

    @Test("Reports a chosen folder of another user", .enabled(if: StateFolderTests.isRoot))
    func reportsForeignFolder() async throws {
        try make(folder.path + "/flags", owner: Self.stranger)
        let store = store(StateFolder(folder.path + "/flags"))
        try await store.save([1], as: key)
        #expect(try await store.load(key) == [1])
        #expect(
            await store.diagnostic()?.message
                == "The folder belongs to another user (user ID 65534). Other users can replace "
                + "this app's stored flags.")
    }

    @Test("Reports once that nothing is stored if there's no folder")
    func reportsMissingFolder() async throws {
        let time = ManualTime()
        let provider = ScriptedProvider()
        let client = FlagClient(
            provider: try PersistedProvider(
                provider, policy: VariantLookupPolicy.networkFirst(), store: store(nil), time: time),
            context: .user("a"), options: .manual(time))
        await provider.start(client)
        async let outcome = client.setContext(.user("b"))
        await provider.nextRun().answer(["limit": 2])
        #expect(await outcome == .completed)
        await client.erase(.user("a"))
        await client.shutdown()
        #expect(
            client.diagnostics.recent == [
                Diagnostic(
                    "storeUnavailable", .warning,
                    "Nothing is stored on this device, because HOME isn't set.",
                    suggestion: "Set HOME or XDG_CACHE_HOME to an absolute path, or set \"folder\" in \"persistence\".")
            ])
    }

    @Test("Reports events as dropped if there's no usable folder", arguments: [false, true])
    func dropsEvents(isMissing: Bool) async throws {
        try make(standard.path, mode: 0o777)
        let store = EventStore(
            provider: "vendor", noun: "Events", environment: "production",
            in: StateFiles(in: isMissing ? nil : standard, files: LocalFileSystem()), limits: EventStorageOptions(),
            time: ManualTime())
        let reason =
            isMissing
            ? "HOME isn't set. Set HOME or XDG_CACHE_HOME to an absolute path, or set"
            : "the folder can be changed by other users (mode 777). Remove the folder, or set"
        #expect(
            await store.keep { EventPayload(id: "A", events: [EventPayload.Event("a", count: 3)]) }.map(\.description)
                == [
                    "warning: vendor: Events dropped: 3. They can't be stored, because \(reason) \"folder\" in \"persistence\"."
                ])
        #expect(await store.claim().diagnostics == [])
    }

    @Test("Fails every access if there's no folder")
    func failsWithoutFolder() throws {
        let files = StateFiles(in: nil, files: LocalFileSystem())
        #expect(files.path == "")
        let error = FileError(path: "id", reason: "The app has no folder, because HOME isn't set")
        #expect(throws: error) { try files.files.replace(files.path("id"), with: [1]) }
        #expect(throws: error) { try files.files.contents(of: files.path("id")) }
    }

    @Test("Rejects a path outside of the folder", arguments: ["/elsewhere", "/app/../elsewhere", "/application/x"])
    func rejectsOtherPaths(path: String) throws {
        let place = StateFolder(folder.path + "/app")
        let files = StateFiles(in: place, files: LocalFileSystem()).files
        let error = FileError(path: folder.path + path, reason: "Is outside of the folder \(place.path)")
        #expect(throws: error) { try files.replace(folder.path + path, with: [1]) }
    }
}
