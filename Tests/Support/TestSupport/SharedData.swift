// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Foundation

/// Public test suites that lie beside the repository where it is developed; tests that need one are skipped elsewhere.
package enum SharedData {
    /// Why a test is skipped where the data is not there.
    package static let absence = "the public test data (../shared/data) is not beside this checkout"

    private static let root = Repository.root.deletingLastPathComponent().appending(path: "shared/data")

    /// Whether a suite is there.
    package static func has(_ suite: String) -> Bool {
        FileManager.default.fileExists(atPath: path(suite).path(percentEncoded: false))
    }

    /// A file or folder of the data.
    package static func path(_ relative: String) -> URL { root.appending(path: relative) }

    /// The files of a suite, in the order of their names; none where the data is not there.
    package static func files(of suite: String, suffix: String) -> [URL] {
        let files = try? FileManager.default.contentsOfDirectory(at: path(suite), includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.lastPathComponent.hasSuffix(suffix) }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    /// The bytes of a file.
    package static func bytes(_ file: URL) throws -> [UInt8] { Array(try Data(contentsOf: file)) }
}
