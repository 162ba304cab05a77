// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardSupport

/// In-memory files on a simulated disk that can fail.
package final class FaultyFiles: FileSystem {
    /// A failure of the disk.
    package enum Fault: String, CaseIterable, Sendable {
        /// The disk is full, so appending writes only half of the bytes.
        case full = "No space left on device"
        /// No file can be opened.
        case tooManyFiles = "Too many open files"
        /// Files can't be read or written.
        case broken = "Input/output error"
        /// Another program has locked every file.
        case locked = "Locked by another program for 10.0 seconds"
        /// Files can't be changed.
        case readOnly = "Read-only file system"
    }

    private enum Use {
        case read, change, lock
    }

    package let files: InMemoryFileSystem
    private let state = Lock<Fault?>(nil)

    package init(_ files: InMemoryFileSystem = InMemoryFileSystem()) { self.files = files }

    /// The current failure, or `nil` if the disk works.
    package var fault: Fault? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    private func check(_ use: Use, _ path: String) throws(FileError) {
        guard let fault else { return }
        let fails =
            switch fault {
            case .full, .readOnly: use == .change
            case .tooManyFiles, .broken: true
            case .locked: use == .lock
            }
        if fails { throw FileError(path: path, reason: fault.rawValue) }
    }

    package var currentDirectory: String { files.currentDirectory }

    package func contents(of path: String) throws(FileError) -> [UInt8] {
        try check(.read, path)
        return try files.contents(of: path)
    }

    // Reading a file's status doesn't need a descriptor, and the system caches it when a disk fails.
    package func stamp(of path: String) throws(FileError) -> FileStamp {
        if (try? files.names(in: path)) != nil { return FileStamp(modified: 0, size: 0, inode: 0) }
        return try files.stamp(of: path)
    }

    package func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        try check(.change, path)
        try files.replace(path, with: bytes)
    }

    package func append(_ bytes: [UInt8], to path: String) throws(FileError) {
        if fault == .full { try files.append(Array(bytes.prefix(bytes.count / 2)), to: path) }
        try check(.change, path)
        try files.append(bytes, to: path)
    }

    package func move(_ path: String, to newPath: String) throws(FileError) {
        if fault != .full { try check(.change, path) }
        try files.move(path, to: newPath)
    }

    package func remove(_ path: String) throws(FileError) {
        if fault != .full { try check(.change, path) }
        files.remove(path)
    }

    package func names(in folder: String) throws(FileError) -> [String] {
        try check(.read, folder)
        return try files.names(in: folder)
    }

    package func makeFolder(_ path: String, isBackedUp: Bool) throws(FileError) {
        if (try? files.names(in: path)) == nil { try check(.change, path) }
        try files.makeFolder(path, isBackedUp: isBackedUp)
    }

    package func withExclusiveAccess<Result>(
        to path: String, _ body: () throws(FileError) -> Result
    ) throws(FileError) -> Result {
        try check(.lock, path)
        return try files.withExclusiveAccess(to: path, body)
    }

    package func updateModificationTime(of path: String) throws(FileError) {
        try check(.change, path)
        try files.updateModificationTime(of: path)
    }
}
