// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// The default storage of generated keys.
package enum PlatformKeyStore {
    /// Returns a store in the user defaults on Apple platforms, as in LaunchDarkly's client SDKs, or in files elsewhere.
    ///
    /// - Parameters:
    ///   - folder: The folder of the files, or `nil` for the default folder of stored flags.
    ///   - files: The file system.
    ///   - appGroup: The App Group whose programs share the keys, or `nil` for the app's own keys.
    package static func make(
        folder: String? = nil, files: any FileSystem = LocalFileSystem(), appGroup: String? = nil
    ) -> any LaunchDarklyKeyStore {
        #if canImport(Darwin)
            UserDefaultsKeyStore(suiteName: appGroup)
        #else
            FileKeyStore(folder: folder, files: files)
        #endif
    }
}
