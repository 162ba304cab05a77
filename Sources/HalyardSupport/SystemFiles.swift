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
}
