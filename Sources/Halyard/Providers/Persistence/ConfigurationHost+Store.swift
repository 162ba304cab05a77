// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension ConfigurationHost {
    /// Returns the store for a provider's data on the device.
    ///
    /// - Parameter folder: The folder, or `nil` for the folder of the configuration's App Group (`"appGroup"`), or else the app's
    ///   own folder.
    public func store(in folder: String? = nil) -> FileFlagStore {
        if folder == nil, let appGroup {
            return FileFlagStore(in: StateFiles(in: appGroup.folder, files: files), time: time)
        }
        return FileFlagStore(folder: folder, files: files, time: time)
    }
}
