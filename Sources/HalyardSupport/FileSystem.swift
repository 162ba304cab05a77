// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The file operations that Halyard needs.
///
/// Calls block until the storage has responded. Make them from a separate thread, never on the cooperative thread pool.
public protocol FileSystem: Sendable {
    /// Returns the complete content of a file.
    func contents(of path: String) throws(FileError) -> [UInt8]

    /// Returns a stamp that identifies the file's current version, without reading the file.
    func stamp(of path: String) throws(FileError) -> FileStamp

    /// The absolute path of the directory that relative paths start from.
    var currentDirectory: String { get }

    /// Throws an error unless a file can be written at a path.
    ///
    /// The path must be free, or contain a regular file or a link to one. Folders, devices, FIFOs, and sockets are rejected.
    func checkIsFile(_ path: String) throws(FileError)

    /// Replaces a file's content atomically.
    ///
    /// Every reader sees either the old content or the new content, even if the program is killed while it writes. The folder
    /// must exist. Anything except a regular file is rejected.
    func replace(_ path: String, with bytes: [UInt8]) throws(FileError)

    /// Appends bytes to a file, and creates the file if it doesn't exist.
    func append(_ bytes: [UInt8], to path: String) throws(FileError)

    /// Renames a file, and replaces a file that has the new name.
    func move(_ path: String, to newPath: String) throws(FileError)

    /// Removes a file.
    ///
    /// Does nothing if the file doesn't exist.
    func remove(_ path: String) throws(FileError)

    /// Returns the names of the files in a folder, in ascending order.
    func names(in folder: String) throws(FileError) -> [String]

    /// Creates a folder and its parent folders.
    ///
    /// Does nothing if the folder exists.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - isBackedUp: A Boolean value that indicates whether backups of the device include the folder. It has no effect on
    ///     operating systems without such backups.
    func makeFolder(_ path: String, isBackedUp: Bool) throws(FileError)

    /// Runs `body` with exclusive access to a path.
    ///
    /// Waits for a limited time until other threads, and other programs that use the same lock, have finished.
    func withExclusiveAccess<Result>(
        to path: String, _ body: () throws(FileError) -> Result
    ) throws(FileError) -> Result

    /// Sets a file's modification time to the current time, which changes its stamp.
    func updateModificationTime(of path: String) throws(FileError)
}

// Read-only file systems don't need to implement these requirements.
extension FileSystem {
    /// Accepts every path.
    public func checkIsFile(_ path: String) throws(FileError) {}
    /// Throws a "Read-only file system" error.
    public func replace(_ path: String, with bytes: [UInt8]) throws(FileError) { throw .readOnly(path) }
    /// Throws a "Read-only file system" error.
    public func append(_ bytes: [UInt8], to path: String) throws(FileError) { throw .readOnly(path) }
    /// Throws a "Read-only file system" error.
    public func move(_ path: String, to newPath: String) throws(FileError) { throw .readOnly(path) }
    /// Throws a "Read-only file system" error.
    public func remove(_ path: String) throws(FileError) { throw .readOnly(path) }
    /// Throws a "Read-only file system" error.
    public func names(in folder: String) throws(FileError) -> [String] { throw .readOnly(folder) }
    /// Throws a "Read-only file system" error.
    public func makeFolder(_ path: String, isBackedUp: Bool) throws(FileError) { throw .readOnly(path) }
    /// Throws a "Read-only file system" error.
    public func updateModificationTime(of path: String) throws(FileError) { throw .readOnly(path) }
    /// Runs `body` without a lock.
    public func withExclusiveAccess<Result>(
        to path: String, _ body: () throws(FileError) -> Result
    ) throws(FileError) -> Result { try body() }
}

/// The properties that change with a file's content: modification time, size, and inode.
public struct FileStamp: Sendable, Hashable {
    /// The modification time in nanoseconds since 1970.
    public var modified: Int64
    /// The size in bytes.
    public var size: Int64
    /// The inode number of the file, which changes when the file is replaced atomically.
    public var inode: UInt64

    /// Creates a stamp from its three parts.
    public init(modified: Int64, size: Int64, inode: UInt64) {
        self.modified = modified
        self.size = size
        self.inode = inode
    }
}

/// An error that occurs when a file can't be read or written.
public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path, as the caller passed it.
    public var path: String
    /// The operating system's message, such as `No such file or directory`.
    public var reason: String

    /// Creates an error for a path.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// A Boolean value that indicates whether the file, or a folder in its path, doesn't exist.
    package var isMissing: Bool { ["No such file or directory", "Not a directory"].contains(reason) }

    static func readOnly(_ path: String) -> FileError { FileError(path: path, reason: "Read-only file system") }

    /// The path and the reason, such as `flags.json: No such file or directory`.
    public var description: String { "\(path): \(reason)" }
}
