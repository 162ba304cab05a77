// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The operating system's files.
public struct LocalFileSystem: FileSystem {
    /// Files larger than this are refused: no flag file is, and a path may name a device that never ends.
    package static let sizeLimit = 256 << 20

    private enum Root {
        case anywhere
        case folder(StateFolder)
        case nowhere
    }

    private let root: Root

    /// Makes a file system that uses the operating system's.
    public init() { root = .anywhere }

    /// Creates access to the files of one folder, which follows no symbolic link inside of it.
    ///
    /// - Parameter folder: The folder, or `nil` for none: then every call fails.
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

    /// Reads a whole file; one of more than 256 MiB is refused.
    public func contents(of path: String) throws(FileError) -> [UInt8] {
        try locate(path) { file throws(FileError) in try Platform.read(file, limit: Self.sizeLimit) }
    }

    /// Asks for a file's status.
    public func stamp(of path: String) throws(FileError) -> FileStamp {
        try locate(path) { file throws(FileError) in try Platform.stamp(of: file) }
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
        try locate(path) { file throws(FileError) in
            let target = file.followsLinks ? FileLocation(try Platform.target(of: path)) : file
            try Platform.checkIsFile(target)
            let temporary = target.appending(".\(Platform.uniqueSuffix).tmp")
            let permissions = isPrivate ? nil : Platform.permissions(of: target.path)
            do throws(FileError) {
                // Until it has its permissions, what replaces a private file is private too.
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

    /// Writes with one call for each piece that the operating system takes, always behind what other programs wrote.
    public func append(_ bytes: [UInt8], to path: String) throws(FileError) {
        try locate(path) { file throws(FileError) in try Platform.write(bytes, to: file, .appending) }
    }

    /// Renames the file, which is atomic within a disk.
    public func move(_ path: String, to newPath: String) throws(FileError) {
        try locate(path) { file throws(FileError) in
            try locate(newPath) { newFile throws(FileError) in
                try Platform.checkIsFile(newFile)
                try Platform.rename(file, to: newFile)
            }
        }
    }

    /// Asks for a file's status.
    public func checkIsFile(_ path: String) throws(FileError) {
        try locate(path) { file throws(FileError) in try Platform.checkIsFile(file) }
    }

    /// Unlinks the file.
    public func remove(_ path: String) throws(FileError) {
        do throws(FileError) {
            try locate(path) { file throws(FileError) in try Platform.remove(file) }
        } catch {
            // A folder on the way to the file is missing.
            if !Platform.missing.contains(error.reason) { throw error }
        }
    }

    /// Lists what lies in a folder, folders included.
    public func names(in folder: String) throws(FileError) -> [String] {
        try locate(folder) { folder throws(FileError) in try Platform.names(in: folder).sorted() }
    }

    /// Makes folders that only the user may look into.
    public func makeFolder(_ path: String, isBackedUp: Bool) throws(FileError) {
        try locate(path, isMade: true) { folder throws(FileError) in try Platform.makeFolder(folder) }
        if !isBackedUp { try Platform.excludeFromBackup(path) }
    }

    /// Holds a lock on a file beside it, whose name ends in `.lock` and which stays there; waits for it for 10 seconds.
    public func withExclusiveAccess<Result>(
        to path: String, _ body: () throws(FileError) -> Result
    ) throws(FileError) -> Result {
        try locate(path + ".lock") { lock throws(FileError) in try Platform.withExclusiveAccess(to: lock, body) }
    }

    /// Sets the file's times to the system's.
    public func touch(_ path: String) throws(FileError) {
        try locate(path) { file throws(FileError) in try Platform.touch(file) }
    }
}
