// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Foundation

/// Public test data in a folder next to the repository.
///
/// Tests that need the data are skipped if it isn't available.
package enum SharedData {
    /// The reason for skipping a test if the data isn't available.
    package static let absence = "The public test data (../shared/data) isn't next to this checkout."

    private static let root = Repository.root.deletingLastPathComponent().appending(path: "shared/data")

    /// Returns `true` if a suite is available.
    package static func has(_ suite: String) -> Bool {
        FileManager.default.fileExists(atPath: path(suite).path(percentEncoded: false))
    }

    /// Returns the URL of a file or folder of the data.
    package static func path(_ relative: String) -> URL { root.appending(path: relative) }

    /// Returns the files of a suite sorted by name, or an empty array if the data isn't available.
    package static func files(of suite: String, suffix: String) -> [URL] {
        let files = try? FileManager.default.contentsOfDirectory(at: path(suite), includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.lastPathComponent.hasSuffix(suffix) }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    /// Returns the bytes of a file.
    package static func bytes(_ file: URL) throws -> [UInt8] { Array(try Data(contentsOf: file)) }
}
