// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// Where generated keys are kept by default.
package enum PlatformKeyStore {
    /// The user defaults on Apple platforms, as in LaunchDarkly's own clients; files elsewhere.
    ///
    /// - Parameters:
    ///   - folder: Where the files are; nil for the place where stored flags are, too.
    ///   - files: The file system.
    ///   - appGroup: The App Group whose programs share the keys; nil for the app's own.
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
