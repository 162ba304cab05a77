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

        mutating func write(_ bytes: [UInt8], at path: String) {
            let stamp = FileStamp(modified: Int64(nextInode), size: Int64(bytes.count), inode: nextInode)
            nextInode += 1
            files[path] = File(bytes: bytes, stamp: stamp)
        }
    }

    private let state = Lock(State())
    private let exclusive = Lock(())

    /// Creates a file system with files that contain strings.
    ///
    /// - Parameter texts: The content of each file, by path.
    public init(_ texts: [String: String] = [:]) {
        for (path, text) in texts { write(text, to: path) }
    }

    /// The root folder, `/`.
    public var currentDirectory: String { "/" }

    /// Writes a string to a file.
    ///
    /// The file gets a new inode, as after an atomic replacement.
    public func write(_ text: String, to path: String) {
        write(Array(text.utf8), to: path)
    }

    /// Writes bytes to a file.
    ///
    /// The file gets a new inode, as after an atomic replacement.
    public func write(_ bytes: [UInt8], to path: String) {
        state.withLock { $0.write(bytes, at: path) }
    }

    /// Removes the file at a path.
    public func remove(_ path: String) {
        state.withLock { $0.files[path] = nil }
    }

    /// Makes every write fail with a reason, as on a full disk, or lets writes succeed again if the reason is `nil`.
    public func refuseWrites(_ reason: String?) {
        state.withLock { $0.refusal = reason }
    }

    /// The paths of all files, in ascending order.
    public var paths: [String] { state.withLock { $0.files.keys.sorted() } }

    /// The folders that were created for data that backups must not include.
    public var unbackedFolders: Set<String> { state.withLock { $0.unbacked } }

    /// Returns the most recently written bytes.
    public func contents(of path: String) throws(FileError) -> [UInt8] { try file(path).bytes }

    /// Returns a stamp that changes with each write.
    public func stamp(of path: String) throws(FileError) -> FileStamp { try file(path).stamp }

    /// Writes bytes to a file, which gets a new inode.
    public func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        try change(path) { state throws(FileError) in state.write(bytes, at: path) }
    }

    /// Appends bytes to a file.
    public func append(_ bytes: [UInt8], to path: String) throws(FileError) {
        try change(path) { state throws(FileError) in state.write((state.files[path]?.bytes ?? []) + bytes, at: path) }
    }

    /// Moves a file to another path.
    public func move(_ path: String, to newPath: String) throws(FileError) {
        try change(path) { state throws(FileError) in
            guard let file = state.files.removeValue(forKey: path) else { throw Self.missing(path) }
            state.files[newPath] = file
        }
    }

    /// Returns the names of the files in a folder.
    public func names(in folder: String) throws(FileError) -> [String] {
        let prefix = folder + "/"
        let (paths, isKnown) = state.withLock { (Array($0.files.keys), $0.folders.contains(folder)) }
        let names = paths.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        if names.isEmpty, !isKnown { throw Self.missing(folder) }
        return names.filter { !$0.contains("/") }.sorted()
    }

    /// Records the folder.
    public func makeFolder(_ path: String, isBackedUp: Bool) throws(FileError) {
        try change(path) { state throws(FileError) in
            state.folders.insert(path)
            if !isBackedUp { state.unbacked.insert(path) }
        }
    }

    /// Runs one body at a time, regardless of the path.
    public func withExclusiveAccess<Result>(
        to path: String, _ body: () throws(FileError) -> Result
    ) throws(FileError) -> Result {
        let outcome = exclusive.withLock { _ -> Swift.Result<Result, FileError> in
            do throws(FileError) { return .success(try body()) } catch { return .failure(error) }
        }
        return try outcome.get()
    }

    /// Changes the file's stamp.
    public func updateModificationTime(of path: String) throws(FileError) {
        try change(path) { state throws(FileError) in
            guard let file = state.files[path] else { throw Self.missing(path) }
            state.write(file.bytes, at: path)
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
