// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Files that exist only in memory, for tests.
public final class InMemoryFileSystem: FileSystem {
    private struct File {
        var bytes: [UInt8]
        var stamp: FileStamp
    }

    private struct State: ~Copyable {
        var files: [String: File] = [:]
        var folders: Set<String> = []
        var unbacked: Set<String> = []
        var refusal: String?
        var nextInode: UInt64 = 1

        mutating func put(_ bytes: [UInt8], at path: String) {
            let stamp = FileStamp(modified: Int64(nextInode), size: Int64(bytes.count), inode: nextInode)
            nextInode += 1
            files[path] = File(bytes: bytes, stamp: stamp)
        }
    }

    private let state = Lock(State())
    private let exclusive = Lock(())

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
        state.withLock { $0.put(bytes, at: path) }
    }

    /// Takes the file at a path away.
    public func remove(_ path: String) {
        state.withLock { $0.files[path] = nil }
    }

    /// Lets every write fail with a reason, as on a full disk; nil for none.
    public func refuseWrites(_ reason: String?) {
        state.withLock { $0.refusal = reason }
    }

    /// The paths of all files, in ascending order.
    public var paths: [String] { state.withLock { $0.files.keys.sorted() } }

    /// The folders that were made for data that no backup shall include.
    public var unbackedFolders: Set<String> { state.withLock { $0.unbacked } }

    /// The bytes that were written last.
    public func contents(of path: String) throws(FileError) -> [UInt8] { try file(path).bytes }

    /// A stamp that differs after each write.
    public func stamp(of path: String) throws(FileError) -> FileStamp { try file(path).stamp }

    /// Puts bytes at a path; the file gets a new inode.
    public func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        try change(path) { state throws(FileError) in state.put(bytes, at: path) }
    }

    /// Adds bytes to the file at a path.
    public func append(_ bytes: [UInt8], to path: String) throws(FileError) {
        try change(path) { state throws(FileError) in state.put((state.files[path]?.bytes ?? []) + bytes, at: path) }
    }

    /// Gives the file at a path another one.
    public func move(_ path: String, to newPath: String) throws(FileError) {
        try change(path) { state throws(FileError) in
            guard let file = state.files.removeValue(forKey: path) else { throw Self.missing(path) }
            state.files[newPath] = file
        }
    }

    /// The last parts of the paths that lie in a folder.
    public func names(in folder: String) throws(FileError) -> [String] {
        let prefix = folder + "/"
        let (paths, isKnown) = state.withLock { (Array($0.files.keys), $0.folders.contains(folder)) }
        let names = paths.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        if names.isEmpty, !isKnown { throw Self.missing(folder) }
        return names.filter { !$0.contains("/") }.sorted()
    }

    /// Remembers the folder.
    public func makeFolder(_ path: String, isBackedUp: Bool) throws(FileError) {
        try change(path) { state throws(FileError) in
            state.folders.insert(path)
            if !isBackedUp { state.unbacked.insert(path) }
        }
    }

    /// Runs one body after the other, whatever the paths.
    public func withExclusiveAccess<Result>(
        to path: String, _ body: () throws(FileError) -> Result
    ) throws(FileError) -> Result {
        let outcome = exclusive.withLock { _ -> Swift.Result<Result, FileError> in
            do throws(FileError) { return .success(try body()) } catch { return .failure(error) }
        }
        return try outcome.get()
    }

    /// Gives the file a later stamp.
    public func touch(_ path: String) throws(FileError) {
        try change(path) { state throws(FileError) in
            guard let file = state.files[path] else { throw Self.missing(path) }
            state.put(file.bytes, at: path)
        }
    }

    private func change(_ path: String, _ body: (inout State) throws(FileError) -> Void) throws(FileError) {
        try state.withLock { state throws(FileError) in
            if let reason = state.refusal { throw FileError(path: path, reason: reason) }
            try body(&state)
        }
    }

    private static func missing(_ path: String) -> FileError {
        FileError(path: path, reason: "No such file or directory")
    }

    private func file(_ path: String) throws(FileError) -> File {
        guard let file = state.withLock({ $0.files[path] }) else { throw Self.missing(path) }
        return file
    }
}
