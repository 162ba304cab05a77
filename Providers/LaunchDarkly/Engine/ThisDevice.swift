// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
package import HalyardLaunchDarkly

/// The generated keys of this device.
package enum ThisDevice {
    /// The key of anonymous users.
    ///
    /// Where version 5 used the vendor identifier of the device, and stored nothing, that one is used and stored.
    package static let userKey = LaunchDarklyDeviceKey(
        store: PlatformKeyStore.make(folder: nil, files: LocalFileSystem()),
        official: { try VendorIdentifier.current() })
    /// The keys for every kind of context; the one for users is the same.
    package static let keys = LaunchDarklyDeviceKeys(store: PlatformKeyStore.make(), userKey: userKey)
}
