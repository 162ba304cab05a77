// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Access to the operating system's files.
public struct LocalFileSystem: FileSystem {
    /// The maximum size of a file, in bytes.
    ///
    /// No flag file is that large, but a path can refer to an endless device.
    package static let sizeLimit = 256 << 20

    private enum Root {
        case anywhere
        case folder(StateFolder)
        case nowhere
    }

    private let root: Root

    /// Creates a file system that uses the operating system's files.
    public init() { root = .anywhere }

    /// Creates access to the files of one folder, without following symbolic links inside it.
    ///
    /// - Parameter folder: The folder. If it's `nil`, every call fails.
    init(in folder: StateFolder?) { root = folder.map { .folder($0) } ?? .nowhere }

    private func locate<Result>(
        _ path: String, isMade: Bool = false, _ body: (FileLocation) throws(FileError) -> Result
    ) throws(FileError) -> Result {
        switch root {
        case .anywhere: try body(FileLocation(path))
        case .folder(let folder): try folder.withLocation(of: path, isMade: isMade, body)
        case .nowhere: throw FileError(path: path, reason: "The app has no folder, because HOME isn't set")
        }
    }

    /// Reads a complete file, and rejects files of more than 256 MiB.
    public func contents(of path: String) throws(FileError) -> [UInt8] {
        try locate(path) { file throws(FileError) in try Platform.read(file, limit: Self.sizeLimit) }
    }

    /// Returns the modification time, size, and inode from the file's status.
    public func stamp(of path: String) throws(FileError) -> FileStamp {
        try locate(path) { file throws(FileError) in try Platform.stamp(of: file) }
    }

    /// The process's current directory.
    public var currentDirectory: String { Platform.currentDirectory }

    /// Writes a new file next to the old one, flushes it to disk, and renames it.
    ///
    /// Until then, the name of the new file ends in `.tmp`. If the program is killed, the `.tmp` file remains. If the path is a
    /// symbolic link, the link remains, and its target is replaced.
    public func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        try replace(path, with: bytes, isPrivate: true)
    }

    /// Writes a file that the user requested.
    ///
    /// A new file gets the permissions that the umask allows. A replaced file keeps its permissions. If the path is a device, a
    /// FIFO, or `/dev/stdout`, the bytes are written to it instead of replacing it.
    package func publish(_ path: String, _ bytes: [UInt8]) throws(FileError) {
        if Platform.isStream(path) { return try Platform.writeStream(bytes, to: path) }
        try replace(path, with: bytes, isPrivate: false)
    }

    private func replace(_ path: String, with bytes: [UInt8], isPrivate: Bool) throws(FileError) {
        try locate(path) { file throws(FileError) in
            let target = file.followsLinks ? FileLocation(try Platform.target(of: path)) : file
            try Platform.checkIsFile(target)
            let temporary = target.appending(".\(Platform.uniqueSuffix).tmp")
            let permissions = isPrivate ? nil : Platform.permissions(of: target.path)
            do throws(FileError) {
                // Until the replacement has its final permissions, it must be private, because the file that it replaces can be
                // private.
                try Platform.write(
                    bytes, to: temporary, .newFile, permissions: isPrivate || permissions != nil ? 0o600 : 0o666)
                if let permissions { try Platform.setPermissions(permissions, of: temporary.path) }
                try Platform.rename(temporary, to: target)
            } catch {
                try? Platform.remove(temporary)
                throw FileError(path: path, reason: error.reason)
            }
        }
    }

    /// Appends bytes, always after the bytes that other programs wrote.
    ///
    /// Makes one call for each chunk that the operating system accepts.
    public func append(_ bytes: [UInt8], to path: String) throws(FileError) {
        try locate(path) { file throws(FileError) in try Platform.write(bytes, to: file, .appending) }
    }

    /// Renames the file, which is atomic on one disk.
    public func move(_ path: String, to newPath: String) throws(FileError) {
        try locate(path) { file throws(FileError) in
            try locate(newPath) { newFile throws(FileError) in
                try Platform.checkIsFile(newFile)
                try Platform.rename(file, to: newFile)
            }
        }
    }

    /// Checks the file's status.
    public func checkIsFile(_ path: String) throws(FileError) {
        try locate(path) { file throws(FileError) in try Platform.checkIsFile(file) }
    }

    /// Unlinks the file.
    public func remove(_ path: String) throws(FileError) {
        do throws(FileError) {
            try locate(path) { file throws(FileError) in try Platform.remove(file) }
        } catch {
            // A folder in the path of the file is missing.
            if !Platform.missing.contains(error.reason) { throw error }
        }
    }

    /// Returns the names of the files and folders in a folder.
    public func names(in folder: String) throws(FileError) -> [String] {
        try locate(folder) { folder throws(FileError) in try Platform.names(in: folder).sorted() }
    }

    /// Creates folders that only the current user can access.
    public func makeFolder(_ path: String, isBackedUp: Bool) throws(FileError) {
        try locate(path, isMade: true) { folder throws(FileError) in try Platform.makeFolder(folder) }
        if !isBackedUp { try Platform.excludeFromBackup(path) }
    }

    /// Locks a file next to the path while `body` runs.
    ///
    /// The lock file's name ends in `.lock`, and the file remains afterwards. The call waits up to 10 seconds for the lock.
    public func withExclusiveAccess<Result>(
        to path: String, _ body: () throws(FileError) -> Result
    ) throws(FileError) -> Result {
        try locate(path + ".lock") { lock throws(FileError) in try Platform.withExclusiveAccess(to: lock, body) }
    }

    /// Sets the file's access and modification times to the current time.
    public func updateModificationTime(of path: String) throws(FileError) {
        try locate(path) { file throws(FileError) in try Platform.updateModificationTime(of: file) }
    }
}
