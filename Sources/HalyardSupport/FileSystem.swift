// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The few things Halyard asks of a disk.
///
/// Calls block until the disk has answered: make them from a thread of your own, never on the cooperative pool.
public protocol FileSystem: Sendable {
    /// Returns the whole content of a file.
    func contents(of path: String) throws(FileError) -> [UInt8]

    /// Returns what distinguishes one version of a file from the next, without reading it.
    func stamp(of path: String) throws(FileError) -> FileStamp

    /// The absolute path of the directory that relative paths start from.
    var currentDirectory: String { get }

    /// Throws unless a file may be written at a path: there is nothing, or a regular file, or a link to one of both. A folder,
    /// a device, a FIFO or a socket is refused.
    func checkIsFile(_ path: String) throws(FileError)

    /// Puts a whole content in the place of a file's, so that every reader sees either the old one or the new one, also
    /// when the program is killed meanwhile.
    ///
    /// The folder must exist. Anything but a file is refused.
    func replace(_ path: String, with bytes: [UInt8]) throws(FileError)

    /// Writes behind the end of a file, which is made if it is not there.
    func append(_ bytes: [UInt8], to path: String) throws(FileError)

    /// Gives a file another name, in the place of a file that has it.
    func move(_ path: String, to newPath: String) throws(FileError)

    /// Takes a file away; one that is not there is no error.
    func remove(_ path: String) throws(FileError)

    /// The names of the files in a folder, in ascending order.
    func names(in folder: String) throws(FileError) -> [String]

    /// Makes a folder and those above it; one that is there is no error.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - isBackedUp: Whether a backup of the device includes it; where the operating system does not care, nothing
    ///     happens.
    func makeFolder(_ path: String, isBackedUp: Bool) throws(FileError)

    /// Runs `body` while no other thread does so for the same path, nor another program that asks in the same way.
    ///
    /// Waits for those who came before, for a bounded time.
    func withExclusiveAccess<Result>(
        to path: String, _ body: () throws(FileError) -> Result
    ) throws(FileError) -> Result

    /// Marks a file as used now: its stamp gets the present time.
    func touch(_ path: String) throws(FileError)
}

// A file system that only reads need not say so.
extension FileSystem {
    /// Takes every path for that of a file.
    public func checkIsFile(_ path: String) throws(FileError) {}
    /// Refuses.
    public func replace(_ path: String, with bytes: [UInt8]) throws(FileError) { throw .readOnly(path) }
    /// Refuses.
    public func append(_ bytes: [UInt8], to path: String) throws(FileError) { throw .readOnly(path) }
    /// Refuses.
    public func move(_ path: String, to newPath: String) throws(FileError) { throw .readOnly(path) }
    /// Refuses.
    public func remove(_ path: String) throws(FileError) { throw .readOnly(path) }
    /// Refuses.
    public func names(in folder: String) throws(FileError) -> [String] { throw .readOnly(folder) }
    /// Refuses.
    public func makeFolder(_ path: String, isBackedUp: Bool) throws(FileError) { throw .readOnly(path) }
    /// Refuses.
    public func touch(_ path: String) throws(FileError) { throw .readOnly(path) }
    /// Runs `body` without waiting for anybody.
    public func withExclusiveAccess<Result>(
        to path: String, _ body: () throws(FileError) -> Result
    ) throws(FileError) -> Result { try body() }
}

/// What changes when a file's content does: modification time, size and inode.
public struct FileStamp: Sendable, Hashable {
    /// The modification time in nanoseconds since 1970.
    public var modified: Int64
    /// The size in bytes.
    public var size: Int64
    /// The number of the file on its disk; differs after an atomic replacement.
    public var inode: UInt64

    /// Makes a stamp from its three parts.
    public init(modified: Int64, size: Int64, inode: UInt64) {
        self.modified = modified
        self.size = size
        self.inode = inode
    }
}

/// Why a file could not be read or written.
public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path as it was asked for.
    public var path: String
    /// What the operating system said, such as `No such file or directory`.
    public var reason: String

    /// Makes an error about a path.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The file, or a folder of its path, doesn't exist.
    package var isMissing: Bool { ["No such file or directory", "Not a directory"].contains(reason) }

    static func readOnly(_ path: String) -> FileError { FileError(path: path, reason: "Read-only file system") }

    /// The path and the reason: `flags.json: No such file or directory`.
    public var description: String { "\(path): \(reason)" }
}
