// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension ConfigurationHost {
    /// The store for what a provider keeps on the device.
    ///
    /// - Parameter folder: Where it keeps it; nil for the folder of the configuration's App Group (`"appGroup"`), or else the
    ///   app's own.
    public func store(in folder: String? = nil) -> FileFlagStore {
        if folder == nil, let appGroup {
            return FileFlagStore(in: StateFiles(in: appGroup.folder, files: files), time: time)
        }
        return FileFlagStore(folder: folder, files: files, time: time)
    }
}
