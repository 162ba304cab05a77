// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// Keeps what a run of the app had to say about the provider's work, for the next run to tell.
///
/// One record for each mobile key, in a file of its own; what cannot be kept is lost, and nobody misses it.
package struct DiagnosticMemory: Sendable {
    private let path: String
    private let folder: String
    private let files: any FileSystem

    /// Makes a memory; nothing is read or made until it is used.
    ///
    /// - Parameters:
    ///   - mobileKey: The key; its digest names the file.
    ///   - folder: Where the files lie; nil for the place where stored flags lie too.
    ///   - files: The file system.
    package init(mobileKey: Secret, folder: String? = nil, files: any FileSystem = SystemFiles()) {
        self.folder = folder ?? FileSnapshotStore().folder
        self.files = files
        let digest = SHA256.hexDigest(of: mobileKey.reveal().utf8)
        path = FilePath.resolve("launchdarkly-diagnostics-\(digest)", in: self.folder)
    }

    /// What is kept, which is kept no longer.
    package func take() async -> FlagValue? {
        await BlockingWork.run {
            guard let bytes = try? files.contents(of: path) else { return nil }
            try? files.remove(path)
            guard let record = try? JSONReader().read(bytes), record["kind"] == "diagnostic" else { return nil }
            return record
        }
    }

    /// Keeps a record in the place of an earlier one.
    package func keep(_ record: FlagValue) async {
        await BlockingWork.run {
            try? files.makeFolder(folder, isBackedUp: false)
            try? files.replace(path, with: JSONWriter.bytes(record))
        }
    }
}
