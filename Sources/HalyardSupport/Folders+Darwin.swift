// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Darwin)
    // On Apple systems Foundation is part of the operating system, so it costs an app nothing.
    import Foundation

    extension Platform {
        /// The folder for what an app keeps and no user looks at: `Application Support`, then the app's identifier.
        package static var stateFolder: String {
            let folder = URL.applicationSupportDirectory
            return folder.appending(path: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)
                .path(percentEncoded: false)
        }

        /// Keeps a folder and all that lies in it out of backups.
        static func excludeFromBackup(_ path: String) throws(FileError) {
            var url = URL(filePath: path, directoryHint: .isDirectory)
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            do {
                try url.setResourceValues(values)
            } catch {
                throw FileError(path: path, reason: error.localizedDescription)
            }
        }
    }
#endif
