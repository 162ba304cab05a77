// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Detects that a file's content has changed, by looking at its stamp.
package struct FileWatch: Sendable {
    /// The file.
    package let path: String
    private let files: any FileSystem
    private var seen: FileStamp?

    /// Watches a file; the first look finds it changed.
    package init(_ path: String, files: any FileSystem) {
        self.path = path
        self.files = files
    }

    /// Whether the file is another one than at the last look, or cannot be looked at.
    ///
    /// Disk access happens away from the cooperative thread pool.
    package mutating func hasChanged() async -> Bool {
        let stamp = try? await BlockingWork.run { [files, path] () throws(FileError) in try files.stamp(of: path) }
        defer { seen = stamp }
        return stamp == nil || stamp != seen
    }

    /// Lets the next look find the file changed, such as after it could not be read.
    package mutating func forget() { seen = nil }
}
