// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Files that exist only in memory, for tests.
public final class MemoryFiles: FileSystem {
    private struct File {
        var bytes: [UInt8]
        var stamp: FileStamp
    }

    private struct State {
        var files: [String: File] = [:]
        var nextInode: UInt64 = 1
    }

    private let state = Lock(State())

    /// Makes a file system with the given texts by path.
    public init(_ texts: [String: String] = [:]) {
        for (path, text) in texts { write(text, to: path) }
    }

    /// Always `/`.
    public var currentDirectory: String { "/" }

    /// Puts a text at a path, as an atomic replacement does: the file gets a new inode.
    public func write(_ text: String, to path: String) {
        write(Array(text.utf8), to: path)
    }

    /// Puts bytes at a path, as an atomic replacement does: the file gets a new inode.
    public func write(_ bytes: [UInt8], to path: String) {
        state.withLock { state in
            let inode = state.nextInode
            state.nextInode += 1
            let stamp = FileStamp(modified: Int64(inode), size: Int64(bytes.count), inode: inode)
            state.files[path] = File(bytes: bytes, stamp: stamp)
        }
    }

    /// Takes the file at a path away.
    public func remove(_ path: String) {
        state.withLock { $0.files[path] = nil }
    }

    /// The bytes that were written last.
    public func contents(of path: String) throws(FileError) -> [UInt8] { try file(path).bytes }

    /// A stamp that differs after each write.
    public func stamp(of path: String) throws(FileError) -> FileStamp { try file(path).stamp }

    private func file(_ path: String) throws(FileError) -> File {
        guard let file = state.withLock({ $0.files[path] }) else {
            throw FileError(path: path, reason: "No such file or directory")
        }
        return file
    }
}
