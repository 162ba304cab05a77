// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Testing

@testable import HalyardSupport

struct InMemoryFileSystemTests {
    @Test("Reads the most recently written bytes")
    func contents() throws {
        let files = InMemoryFileSystem(["/flags.json": "{}"])
        #expect(try files.contents(of: "/flags.json") == [0x7B, 0x7D])
        files.write("é", to: "/flags.json")
        #expect(try files.contents(of: "/flags.json") == [0xC3, 0xA9])
        files.write([0xFF, 0x00], to: "/other")
        #expect(try files.contents(of: "/other") == [0xFF, 0x00])
        #expect(files.currentDirectory == "/")
    }

    @Test("Reports a missing file with the operating system's message")
    func missing() {
        let files = InMemoryFileSystem(["a": "1"])
        let expected = FileError(path: "b.json", reason: "No such file or directory")
        #expect(throws: expected) { try files.contents(of: "b.json") }
        #expect(throws: expected) { try files.stamp(of: "b.json") }
        #expect(expected.description == "b.json: No such file or directory")
        files.remove("a")
        #expect(throws: FileError(path: "a", reason: "No such file or directory")) { try files.contents(of: "a") }
    }

    @Test("Returns a new stamp after each write, even of the same bytes")
    func stamps() throws {
        let files = InMemoryFileSystem(["a": "12"])
        let first = try files.stamp(of: "a")
        #expect(try files.stamp(of: "a") == first)
        files.write("12", to: "a")
        let second = try files.stamp(of: "a")
        #expect(second.inode != first.inode)
        #expect(second.modified > first.modified)
        #expect(second.size == 2)
        files.write("1234", to: "a")
        #expect(try files.stamp(of: "a").size == 4)
    }

    @Test("Appends to, replaces, moves, lists, and touches files")
    func changes() throws {
        let files = InMemoryFileSystem()
        try files.makeFolder("/a", isBackedUp: true)
        #expect(try files.names(in: "/a") == [])
        try files.append([1], to: "/a/y")
        try files.append([2], to: "/a/y")
        try files.replace("/a/x", with: [3])
        try files.replace("/a/b/z", with: [4])
        #expect(try files.names(in: "/a") == ["x", "y"])
        #expect(try files.contents(of: "/a/y") == [1, 2])
        let before = try files.stamp(of: "/a/x")
        try files.updateModificationTime(of: "/a/x")
        #expect(try files.stamp(of: "/a/x").modified > before.modified)
        try files.move("/a/x", to: "/a/y")
        #expect(files.paths == ["/a/b/z", "/a/y"])
        #expect(try files.contents(of: "/a/y") == [3])
        #expect(throws: FileError(path: "/c", reason: "No such file or directory")) { try files.names(in: "/c") }
        #expect(files.unbackedFolders == [])
    }

    @Test("Rejects every change on a full disk, and keeps the files")
    func full() throws {
        let files = InMemoryFileSystem(["/a": "1"])
        files.refuseWrites("No space left on device")
        let error = FileError(path: "/a", reason: "No space left on device")
        #expect(throws: error) { try files.replace("/a", with: []) }
        #expect(throws: error) { try files.append([1], to: "/a") }
        #expect(throws: error) { try files.move("/a", to: "/b") }
        #expect(throws: error) { try files.updateModificationTime(of: "/a") }
        #expect(throws: error) { try files.makeFolder("/a", isBackedUp: false) }
        #expect(try files.contents(of: "/a") == [0x31])
        files.refuseWrites(nil)
        try files.replace("/a", with: [2])
        #expect(try files.contents(of: "/a") == [2])
    }
}

/// Tests that use a temporary folder, which is removed afterward.
final class LocalFileSystemTests: Sendable {
    private let files = LocalFileSystem()
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "halyard-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = folder.appending(path: name)
        try Data(bytes).write(to: file, options: .atomic)
        return file.path(percentEncoded: false)
    }

    @Test("Reads a file byte for byte", arguments: [0, 1, 5, 65_535, 65_536, 65_537, 200_000])
    func contents(size: Int) throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let path = try write(bytes, to: "flags.json")
        #expect(try files.contents(of: path) == bytes)
    }

    @Test("Reports a missing file with the requested path")
    func missing() throws {
        let path = folder.appending(path: "nowhere/flags.json").path(percentEncoded: false)
        let error = try #require(throws: FileError.self) { try files.contents(of: path) }
        #expect(error.path == path)
        #expect(error.reason == "No such file or directory")
        #expect(error.description == "\(path): No such file or directory")
        #expect(throws: error) { try files.stamp(of: path) }
        #expect(throws: FileError(path: "", reason: "No such file or directory")) { try files.contents(of: "") }
    }

    @Test("Distinguishes files from directories in errors")
    func directories() throws {
        let path = folder.path(percentEncoded: false)
        #expect(throws: FileError(path: path, reason: "Is a directory")) { try files.contents(of: path) }
        let inside = try write([1], to: "file") + "/flags.json"
        #expect(throws: FileError(path: inside, reason: "Not a directory")) { try files.contents(of: inside) }
    }

    @Test("Changes the stamp of a file only when it's replaced")
    func stamps() throws {
        let path = try write([1, 2, 3], to: "flags.json")
        let first = try files.stamp(of: path)
        #expect(first.size == 3)
        #expect(try files.stamp(of: path) == first)
        #expect(try write([4, 5, 6], to: "flags.json") == path)
        let second = try files.stamp(of: path)
        #expect(second != first)
        #expect(second.inode != first.inode)
        #expect(second.modified >= first.modified)
        #expect(second.size == 3)
    }

    @Test("Returns the modification time in nanoseconds since 1970")
    func stampTime() throws {
        let path = try write([1], to: "flags.json")
        let moment = Date(timeIntervalSince1970: 1_700_000_000.5)
        try FileManager.default.setAttributes([.modificationDate: moment], ofItemAtPath: path)
        #expect(try files.stamp(of: path).modified == 1_700_000_000_500_000_000)
    }

    @Test("Limits a modification time that exceeds 64 bits of nanoseconds")
    func farFuture() throws {
        let path = try write([1], to: "flags.json")
        let moment = Date(timeIntervalSince1970: 13_569_465_600)  // The year 2400
        try FileManager.default.setAttributes([.modificationDate: moment], ofItemAtPath: path)
        #expect(try files.stamp(of: path).modified == 9_000_000_000_000_000_000)
    }

    @Test("Replaces a file with a new inode that only the user can access")
    func replaces() throws {
        let path = try write([1, 2, 3], to: "flags.json")
        let before = try files.stamp(of: path)
        try files.replace(path, with: [4])
        #expect(try files.contents(of: path) == [4])
        #expect(try files.stamp(of: path).inode != before.inode)
        #expect(try files.names(in: folder.path(percentEncoded: false)) == ["flags.json"])
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
    }

    @Test("Names the file when a replacement fails, and leaves nothing behind")
    func replacesNothing() throws {
        let path = folder.appending(path: "folder").path(percentEncoded: false)
        try files.makeFolder(path, isBackedUp: false)
        #expect(throws: FileError(path: path, reason: "Is a directory")) { try files.replace(path, with: [1]) }
        #expect(try files.names(in: folder.path(percentEncoded: false)) == ["folder"])
        #expect(throws: FileError(path: path + "/x/y", reason: "No such file or directory")) {
            try files.replace(path + "/x/y", with: [1])
        }
    }

    @Test("Creates nested folders, and appends to, moves, and removes files")
    func changes() throws {
        let deep = folder.appending(path: "a/b").path(percentEncoded: false)
        try files.makeFolder(deep, isBackedUp: false)
        try files.makeFolder(deep, isBackedUp: false)
        try files.append([1], to: deep + "/x")
        try files.append([2, 3], to: deep + "/x")
        try files.move(deep + "/x", to: deep + "/y")
        #expect(try files.contents(of: deep + "/y") == [1, 2, 3])
        try files.remove(deep + "/y")
        try files.remove(deep + "/y")
        #expect(try files.names(in: deep) == [])
    }

    @Test("Lists file names of any length completely")
    func longNames() throws {
        let plain = [1, 2, 100, 254, 255].map { String(repeating: "n", count: $0) }
        let names = plain + [String(repeating: "é", count: 127)]
        for name in names { _ = try write([], to: name) }
        #expect(try files.names(in: folder.path(percentEncoded: false)) == names.sorted())
    }

    @Test("Creates unique file suffixes with a random word for each process")
    func suffixes() {
        let parts = (0..<3).map { _ in Platform.uniqueSuffix.split(separator: "-") }
        #expect(Set(parts.map { $0.joined() }).count == 3)
        #expect(parts.allSatisfy { $0.count == 3 })
        #expect(Set(parts.map { $0[1] }).count == 1, "Each process has one random word.")
        #expect(parts[0][1].count > 8)
    }

    @Test("Reads files up to the size limit, and rejects larger ones")
    func limit() throws {
        #expect(LocalFileSystem.sizeLimit == 268_435_456)
        let path = try write([1, 2, 3, 4], to: "flags.json")
        #expect(try Platform.read(FileLocation(path), limit: 4) == [1, 2, 3, 4])
        #expect(throws: FileError(path: path, reason: "File is larger than 3 bytes")) {
            try Platform.read(FileLocation(path), limit: 3)
        }
    }

    @Test("Uses the current directory of the process")
    func currentDirectory() {
        #expect(files.currentDirectory == FileManager.default.currentDirectoryPath)
    }
}

struct FilePathTests {
    @Test(
        "Returns the directory of a path",
        arguments: [
            ("halyard.json", "."), ("", "."), (".", "."), ("..", "."), ("config/halyard.json", "config"),
            ("a/b/c.json", "a/b"), ("/halyard.json", "/"), ("/", "/"), ("/etc/halyard.json", "/etc"),
            ("./halyard.json", "."), ("../halyard.json", ".."), ("config/", "config"), ("/a/", "/a"),
            ("a b/c d.json", "a b"), ("ä/ö.json", "ä"),
        ])
    func directory(path: String, expected: String) {
        #expect(FilePath.directory(of: path) == expected)
    }

    @Test(
        "Resolves relative paths in a directory, and keeps absolute paths",
        arguments: [
            ("flags.json", ".", "flags.json"), ("flags.json", "", "flags.json"),
            ("flags.json", "config", "config/flags.json"), ("flags.json", "config/", "config/flags.json"),
            ("flags.json", "/", "/flags.json"), ("flags.json", "/etc", "/etc/flags.json"),
            ("../flags.json", "a/b", "a/b/../flags.json"), ("sub/flags.json", "..", "../sub/flags.json"),
            ("/flags.json", "config", "/flags.json"), ("/flags.json", ".", "/flags.json"), ("/", "/etc", "/"),
        ])
    func resolve(path: String, directory: String, expected: String) {
        #expect(FilePath.resolve(path, in: directory) == expected)
    }

    @Test("Resolves a path relative to the file that refers to it")
    func beside() {
        #expect(FilePath.resolve("flags.json", in: FilePath.directory(of: "halyard.json")) == "flags.json")
        #expect(FilePath.resolve("flags.json", in: FilePath.directory(of: "/halyard.json")) == "/flags.json")
        #expect(FilePath.resolve("flags.json", in: FilePath.directory(of: "a/halyard.json")) == "a/flags.json")
    }
}
