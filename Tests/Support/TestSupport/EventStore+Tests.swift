// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
package import HalyardSupport

extension EventStore {
    /// Creates a store for a vendor's events in a folder.
    package convenience init(
        in folder: String, files: any FileSystem, limits: EventStorageOptions = EventStorageOptions(),
        time: any TimeSource
    ) {
        self.init(
            provider: "vendor", noun: "Events", environment: "production", in: StateFiles(folder: folder, files: files),
            limits: limits, time: time)
    }
}
