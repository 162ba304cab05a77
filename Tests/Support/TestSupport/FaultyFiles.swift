// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardSupport

/// Files in memory, on a disk that has a fault until it is fixed.
package final class FaultyFiles: FileSystem {
    /// What is wrong with the disk.
    package enum Fault: String, CaseIterable, Sendable {
        /// Nothing more fits; what is added to a file is cut in its middle.
        case full = "No space left on device"
        /// No file can be opened.
        case tooManyFiles = "Too many open files"
        /// Nothing can be read or written.
        case broken = "Input/output error"
        /// Another program holds every lock.
        case locked = "Locked by another program for 10.0 seconds"
        /// Nothing can be changed.
        case readOnly = "Read-only file system"
    }

    private enum Use {
        case read, change, lock
    }

    package let files: InMemoryFileSystem
    private let state = Lock<Fault?>(nil)

    package init(_ files: InMemoryFileSystem = InMemoryFileSystem()) { self.files = files }

    /// What is wrong now; nil for nothing.
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

    // A file's status needs no descriptor, and is in memory where a disk fails.
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

    package func touch(_ path: String) throws(FileError) {
        try check(.change, path)
        try files.touch(path)
    }
}
