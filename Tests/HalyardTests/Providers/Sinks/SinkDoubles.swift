// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import Halyard
import HalyardSupport

/// A file system that accepts a limited number of bytes, and then fails in the middle of a write.
final class TearingFiles: FileSystem {
    private let files: InMemoryFileSystem
    private let state = Lock(Int.max)

    init(_ files: InMemoryFileSystem) { self.files = files }

    var room: Int {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    var currentDirectory: String { files.currentDirectory }
    func contents(of path: String) throws(FileError) -> [UInt8] { try files.contents(of: path) }
    func stamp(of path: String) throws(FileError) -> FileStamp { try files.stamp(of: path) }
    func move(_ path: String, to newPath: String) throws(FileError) { try files.move(path, to: newPath) }

    func append(_ bytes: [UInt8], to path: String) throws(FileError) {
        let taken = min(room, bytes.count)
        try files.append(Array(bytes.prefix(taken)), to: path)
        room -= taken
        if taken < bytes.count { throw FileError(path: path, reason: "No space left on device") }
    }
}

/// A file system that blocks writes until it's released.
final class StuckFiles: FileSystem {
    private let files: InMemoryFileSystem
    private let gate = DispatchSemaphore(value: 0)
    private let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)

    init(_ files: InMemoryFileSystem) { self.files = files }

    /// Returns when a write is blocked.
    func untilStuck() async {
        for await _ in arrivals { return }
    }

    func release() { gate.signal() }

    var currentDirectory: String { files.currentDirectory }
    func contents(of path: String) throws(FileError) -> [UInt8] { try files.contents(of: path) }
    func stamp(of path: String) throws(FileError) -> FileStamp { try files.stamp(of: path) }

    func append(_ bytes: [UInt8], to path: String) throws(FileError) {
        arrival.yield()
        gate.wait()
        gate.signal()
        try files.append(bytes, to: path)
    }
}
