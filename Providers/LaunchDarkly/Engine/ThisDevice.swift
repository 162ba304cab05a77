// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
package import HalyardLaunchDarkly

/// The generated keys of this device.
package enum ThisDevice {
    /// The key of anonymous users.
    ///
    /// On platforms where version 5 used the device's vendor identifier and didn't store a key, the vendor identifier is
    /// used and stored.
    package static let userKey = LaunchDarklyDeviceKey(
        store: PlatformKeyStore.make(folder: nil, files: LocalFileSystem()),
        official: { try VendorIdentifier.current() })
    /// The keys for all kinds of contexts, which include the key for users.
    package static let keys = LaunchDarklyDeviceKeys(store: PlatformKeyStore.make(), userKey: userKey)
}
