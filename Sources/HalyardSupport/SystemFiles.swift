// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The operating system's files.
public struct SystemFiles: FileSystem {
    /// Files larger than this are refused: no flag file is, and a path may name a device that never ends.
    package static let sizeLimit = 256 << 20

    /// Makes a file system that uses the operating system's.
    public init() {}

    /// Reads a whole file; one of more than 256 MiB is refused.
    public func contents(of path: String) throws(FileError) -> [UInt8] {
        try Platform.read(path, limit: Self.sizeLimit)
    }

    /// Asks for a file's status.
    public func stamp(of path: String) throws(FileError) -> FileStamp {
        try Platform.stamp(of: path)
    }

    /// The process's current directory.
    public var currentDirectory: String { Platform.currentDirectory }

    /// Writes a file beside the old one, has the disk store it, and renames it; the name ends in `.tmp` until then.
    ///
    /// A program that is killed meanwhile leaves the `.tmp` behind. A symbolic link stays, and what it leads to is replaced.
    public func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        try replace(path, with: bytes, isPrivate: true)
    }

    /// Writes what a user asked for: a new file has the permissions that the umask leaves, one that is replaced keeps its own.
    ///
    /// A device, a FIFO, and `/dev/stdout` are written to instead of replaced.
    package func publish(_ path: String, _ bytes: [UInt8]) throws(FileError) {
        if Platform.isStream(path) { return try Platform.writeStream(bytes, to: path) }
        try replace(path, with: bytes, isPrivate: false)
    }

    private func replace(_ path: String, with bytes: [UInt8], isPrivate: Bool) throws(FileError) {
        let target = try Platform.target(of: path)
        try Platform.checkIsFile(target)
        let temporary = "\(target).\(Platform.uniqueSuffix).tmp"
        let permissions = isPrivate ? nil : Platform.permissions(of: target)
        do throws(FileError) {
            // Until it has its permissions, what replaces a private file is private too.
            try Platform.write(
                bytes, to: temporary, .newFile, permissions: isPrivate || permissions != nil ? 0o600 : 0o666)
            if let permissions { try Platform.setPermissions(permissions, of: temporary) }
            try Platform.rename(temporary, to: target)
        } catch {
            try? Platform.remove(temporary)
            throw FileError(path: path, reason: error.reason)
        }
    }

    /// Writes with one call for each piece that the operating system takes, always behind what other programs wrote.
    public func append(_ bytes: [UInt8], to path: String) throws(FileError) {
        try Platform.write(bytes, to: path, .appending)
    }

    /// Renames the file, which is atomic within a disk.
    public func move(_ path: String, to newPath: String) throws(FileError) {
        try checkIsFile(newPath)
        try Platform.rename(path, to: newPath)
    }

    /// Asks for a file's status.
    public func checkIsFile(_ path: String) throws(FileError) { try Platform.checkIsFile(path) }

    /// Unlinks the file.
    public func remove(_ path: String) throws(FileError) { try Platform.remove(path) }

    /// Lists what lies in a folder, folders included.
    public func names(in folder: String) throws(FileError) -> [String] { try Platform.names(in: folder).sorted() }

    /// Makes folders that only the user may look into.
    public func makeFolder(_ path: String, isBackedUp: Bool) throws(FileError) {
        try Platform.makeFolder(path)
        if !isBackedUp { try Platform.excludeFromBackup(path) }
    }

    /// Holds a lock on a file beside it, whose name ends in `.lock` and which stays there; waits for it for 10 seconds.
    public func exclusively<Result>(
        _ path: String, _ body: () throws(FileError) -> Result
    ) throws(FileError) -> Result {
        try Platform.exclusively(path + ".lock", body)
    }

    /// Sets the file's times to the system's.
    public func touch(_ path: String) throws(FileError) { try Platform.touch(path) }
}
