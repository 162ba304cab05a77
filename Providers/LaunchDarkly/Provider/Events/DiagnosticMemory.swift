// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// Keeps a run's unsent reports about the provider's work, for the next run to send.
///
/// One record for each mobile key, in a separate file; what cannot be kept is lost, which does no harm.
package struct DiagnosticMemory: Sendable {
    private let path: String
    private let place: StateFiles

    /// Makes a memory; nothing is read or made until it is used.
    ///
    /// - Parameters:
    ///   - mobileKey: The key; its digest names the file.
    ///   - folder: Where the files are; nil for the place where stored flags are, too.
    ///   - files: The file system.
    package init(mobileKey: Secret, folder: String? = nil, files: any FileSystem = LocalFileSystem()) {
        place = StateFiles(folder: folder, files: files)
        let digest = SHA256.hexDigest(of: mobileKey.reveal().utf8)
        path = place.path("launchdarkly-diagnostics-\(digest)")
    }

    /// Returns and removes the record.
    package func take() async -> FlagValue? {
        await BlockingWork.run {
            guard let bytes = try? place.files.contents(of: path) else { return nil }
            try? place.files.remove(path)
            guard let record = try? JSONReader().read(bytes), record["kind"] == "diagnostic" else { return nil }
            return record
        }
    }

    /// Stores a record in place of an earlier one.
    package func keep(_ record: FlagValue) async {
        await BlockingWork.run {
            try? place.files.makeFolder(place.path, isBackedUp: false)
            try? place.files.replace(path, with: JSONWriter.bytes(record))
        }
    }
}
