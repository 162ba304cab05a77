// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// The storage of a launch's unsent reports about the provider's work, which the next launch sends.
///
/// Each mobile key has one record in a separate file. A record that can't be stored is lost, which does no harm.
package struct DiagnosticMemory: Sendable {
    private let path: String
    private let place: StateFiles

    /// Creates a memory.
    ///
    /// Doesn't read or create anything.
    ///
    /// - Parameters:
    ///   - mobileKey: The mobile key, whose digest names the file.
    ///   - folder: The folder of the files, or `nil` for the default folder of stored flags.
    ///   - files: The file system.
    package init(mobileKey: Secret, folder: String? = nil, files: any FileSystem = LocalFileSystem()) {
        place = StateFiles(folder: folder, files: files)
        let digest = SHA256.hexDigest(of: mobileKey.reveal().utf8)
        path = place.path("launchdarkly-diagnostics-\(digest)")
    }

    /// Returns and removes the record.
    package func takeEarlierData() async -> FlagValue? {
        await BlockingWork.run {
            guard let bytes = try? place.files.contents(of: path) else { return nil }
            try? place.files.remove(path)
            guard let record = try? JSONReader().read(bytes), record["kind"] == "diagnostic" else { return nil }
            return record
        }
    }

    /// Stores a record, which replaces an earlier record.
    package func keep(_ record: FlagValue) async {
        await BlockingWork.run {
            try? place.files.makeFolder(place.path, isBackedUp: false)
            try? place.files.replace(path, with: JSONWriter.bytes(record))
        }
    }
}
