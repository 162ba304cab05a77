// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// Where generated keys are kept unless somebody says otherwise.
package enum PlatformKeyStore {
    /// The user defaults on Apple systems, as LaunchDarkly's own clients have it; files elsewhere.
    ///
    /// - Parameters:
    ///   - folder: Where the files lie; nil for the place where stored flags lie too.
    ///   - files: The file system.
    package static func make(
        folder: String? = nil, files: any FileSystem = SystemFiles()
    ) -> any LaunchDarklyKeyStore {
        #if canImport(Darwin)
            UserDefaultsKeyStore()
        #else
            FileKeyStore(folder: folder, files: files)
        #endif
    }
}
