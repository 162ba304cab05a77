// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Path operations on plain strings, for files that refer to other files.
package enum FilePath {
    /// Returns the directory part of a path, or `.` if it has none.
    package static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the part of a path after its last slash.
    package static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// Resolves a path relative to a directory.
    ///
    /// Returns absolute paths unchanged.
    package static func resolve(_ path: String, in directory: String) -> String {
        if path.hasPrefix("/") || directory == "." || directory.isEmpty { return path }
        return directory.hasSuffix("/") ? directory + path : directory + "/" + path
    }
}
