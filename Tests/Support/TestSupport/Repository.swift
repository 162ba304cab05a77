// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Foundation

/// Access to the repository's files.
package enum Repository {
    /// The folder that contains `Package.swift`.
    package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the URL of a file or folder of the repository.
    package static func path(_ relative: String) -> URL { root.appending(path: relative) }

    /// Returns the contents of a text file of the repository.
    package static func text(_ relative: String) throws -> String {
        try String(contentsOf: path(relative), encoding: .utf8)
    }

    /// Returns all files below a folder of the repository whose names have a suffix, sorted by path.
    package static func files(below folder: String, suffix: String) -> [URL] {
        let found = FileManager.default.enumerator(at: path(folder), includingPropertiesForKeys: nil)
        return (found?.compactMap { $0 as? URL } ?? [])
            .filter { $0.lastPathComponent.hasSuffix(suffix) && !$0.path(percentEncoded: false).contains("/.build") }
            .sorted { $0.path(percentEncoded: false) < $1.path(percentEncoded: false) }
    }
}
