// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardSupport
import Testing
import TestSupport

@Suite("FileFlagStore")
struct FileFlagStoreTests {
    private let folder: TemporaryFolder
    private let scope = StoreKey.Scope(provider: "unleash", environment: "https://example.com secret-token")
    private var key: StoreKey { StoreKey(scope, .user("anna@example.com"), slot: "anna@example.com") }

    init() throws { folder = try TemporaryFolder() }

    @Test("Uses only digests in file names")
    func names() async throws {
        let files = InMemoryFileSystem()
        try await FileFlagStore(folder: "/flags", files: files).save([1], as: key)
        let path = try #require(files.paths.first)
        #expect(files.paths.count == 1)
        #expect(path.wholeMatch(of: /\/flags\/[0-9a-f]{64}\/[0-9a-f]{64}-[0-9a-f]{64}\.snapshot/) != nil)
        #expect(
            path
                == "/flags/\(SHA256.hexDigest(of: #"["unleash","https://example.com secret-token"]"#.utf8))/"
                + "\(SHA256.hexDigest(of: #"[["user","anna@example.com"]]"#.utf8))-"
                + "\(SHA256.hexDigest(of: "anna@example.com".utf8)).snapshot")
    }

    @Test("Excludes only the folder of the records from backups")
    func backups() async throws {
        let files = InMemoryFileSystem()
        try await FileFlagStore(folder: "/documents", files: files).save([1], as: key)
        #expect(files.unbackedFolders == ["/documents/\(scope.digest)"])
    }

    @Test("Reports a purgeable folder only when a client starts")
    func purgeable() async throws {
        let place = StateFolder("/caches/halyard", isPurgeable: true)
        let time = ManualTime()
        let store = FileFlagStore(in: StateFiles(in: place, files: InMemoryFileSystem()), time: time)
        let diagnostic = Diagnostic(
            "storePurgeable", .info, location: .init(file: "/caches/halyard"),
            "The operating system can remove stored flags if storage runs low. Apps have no other folder on this system.",
            suggestion: "Add a bootstrap file, so that the app has flags if it starts without a network.")
        #expect(await store.diagnostic() == diagnostic)
        #expect(await FileFlagStore(folder: "/flags", files: InMemoryFileSystem()).diagnostic() == nil)
        let provider = ScriptedProvider()
        let client = FlagClient(
            provider: try PersistedProvider(
                provider, policy: VariantLookupPolicy.networkFirst(), store: store, time: time), context: .user("a"),
            options: .manual(time))
        await provider.start(client)
        async let outcome = client.setContext(.user("b"))
        await provider.nextRun().answer(["limit": 2])
        #expect(await outcome == .completed)
        await client.shutdown()
        #expect(client.diagnostics.recent == [diagnostic])
    }

    @Test("Restricts files and folders to the user, and leaves no partial files")
    func modes() async throws {
        let store = FileFlagStore(folder: folder.path + "/new")
        try await store.save([1], as: key)
        try await store.save([2], as: key)
        #expect(try TemporaryFolder.mode(store.path(of: key)) == 0o600)
        let created = try #require(store.folder)
        #expect(try TemporaryFolder.mode(created + "/" + scope.digest) == 0o700)
        #expect(try TemporaryFolder.mode(created) == 0o700)
        #expect(try LocalFileSystem().names(in: created + "/" + scope.digest) == [key.name + ".snapshot"])
    }

    @Test("Removes partial files older than 1 hour when listing records")
    func leftovers() async throws {
        let store = FileFlagStore(folder: folder.path)
        try await store.save([1], as: key)
        let record = store.path(of: key)
        for (suffix, age) in [(".1-old.tmp", 3700.0), (".2-new.tmp", 3500), (".other", 9999)] {
            try LocalFileSystem().append([1], to: record + suffix)
            try TemporaryFolder.age(record + suffix, age)
        }
        #expect(try await store.keys(in: scope) == [key])
        #expect(
            try LocalFileSystem().names(in: folder.path + "/" + scope.digest)
                == ["", ".2-new.tmp", ".other"].map { key.name + ".snapshot" + $0 })
    }

    @Test("Reports a full disk, and keeps the old record")
    func fullDisk() async throws {
        let files = InMemoryFileSystem()
        let store = FileFlagStore(folder: "/flags", files: files)
        try await store.save([1], as: key)
        files.refuseWrites("No space left on device")
        let error = FileError(path: "/flags/\(scope.digest)", reason: "No space left on device")
        await #expect(throws: error) { try await store.save([2], as: key) }
        #expect(try await store.load(key) == [1], "A file is readable even if it can't be marked as used.")
    }

    @Test("Fails to write, but reads as empty, if the folder can't exist")
    func noFolder() async throws {
        try LocalFileSystem().append([1], to: folder.path + "/file")
        let store = FileFlagStore(folder: folder.path + "/file/flags")
        await #expect(throws: FileError(path: folder.path + "/file/flags/" + scope.digest, reason: "Not a directory")) {
            try await store.save([2], as: key)
        }
        #expect(try await store.load(key) == nil)
        #expect(try await store.keys(in: scope) == [])
        try await store.delete(StoreKey(scope, .user("b"), slot: "s"))
    }

    @Test("Reports unreadable folders and records")
    func unreadable() async throws {
        let files = LockedFiles()
        let store = FileFlagStore(folder: "/flags", files: files)
        await #expect(throws: FileError(path: store.path(of: key), reason: "Permission denied")) {
            try await store.load(key)
        }
        await #expect(throws: FileError(path: "/flags/\(scope.digest)", reason: "Permission denied")) {
            try await store.keys(in: scope)
        }
    }

    @Test("Reads only complete records while several stores write")
    func several() async throws {
        let path = folder.path
        let key = key
        let sizes = try await withThrowingTaskGroup(of: Set<Int>.self) { group in
            for writer in 1...3 {
                group.addTask {
                    let store = FileFlagStore(folder: path)
                    for round in 1...40 {
                        let size = 10_000 * writer + round
                        try await store.save([UInt8](repeating: UInt8(writer), count: size), as: key)
                    }
                    return []
                }
                group.addTask {
                    let store = FileFlagStore(folder: path)
                    var seen: Set<Int> = []
                    for _ in 1...60 {
                        guard let bytes = try await store.load(key) else { continue }
                        let writer = Int(try #require(bytes.first))
                        #expect(bytes.allSatisfy { Int($0) == writer }, "The record mixes several writes.")
                        #expect(
                            (10_000 * writer + 1...10_000 * writer + 40).contains(bytes.count),
                            "The record is truncated.")
                        seen.insert(bytes.count)
                    }
                    return seen
                }
            }
            return try await group.reduce(into: Set<Int>()) { $0.formUnion($1) }
        }
        #expect(!sizes.isEmpty)
        #expect(try LocalFileSystem().names(in: path + "/" + scope.digest) == [key.name + ".snapshot"])
    }

    @Test("Uses the default folder if no folder is given")
    func defaultFolder() throws {
        let folder = try #require(FileFlagStore().folder)
        #expect(folder.hasSuffix("/halyard"))
        #expect(folder.hasPrefix("/"))
    }
}

/// A file system whose files exist but can't be read.
private struct LockedFiles: FileSystem {
    let currentDirectory = "/"

    func contents(of path: String) throws(FileError) -> [UInt8] {
        throw FileError(path: path, reason: "Permission denied")
    }

    func stamp(of path: String) throws(FileError) -> FileStamp { FileStamp(modified: 0, size: 1, inode: 1) }

    func names(in folder: String) throws(FileError) -> [String] {
        throw FileError(path: folder, reason: "Permission denied")
    }
}
