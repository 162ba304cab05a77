// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Darwin)
    import Darwin
    // On Apple systems, Foundation is part of the operating system, so it doesn't increase an app's size.
    import Foundation

    extension Platform {
        /// A folder with the app's name, in `Caches` on tvOS and in `Application Support` on other systems.
        ///
        /// On tvOS, an app can't create `Application Support`, although the simulator allows it. This follows Apple's
        /// documentation and hasn't been tested on a device.
        package static var stateFolder: StateFolder? {
            #if os(tvOS)
                let folder = URL.cachesDirectory
            #else
                let folder = URL.applicationSupportDirectory
            #endif
            let app = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
            return StateFolder(
                FilePath.resolve(app, in: folder.path(percentEncoded: false)), isPurgeable: isPurgeable)
        }

        #if os(tvOS)
            private static let isPurgeable = true
        #else
            private static let isPurgeable = false
        #endif

        /// Returns the folder that the programs of an App Group share, or a refusal if the app isn't entitled to the group.
        ///
        /// On macOS, the system provides a folder for every name, even if the app isn't entitled to the group.
        package static func appGroup(_ name: String) -> AppGroup.Answer {
            let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: name)
            guard let container else { return .refused }
            #if os(tvOS)
                let folder = "Library/Caches"
            #else
                let folder = "Library/Application Support"
            #endif
            return .folder(
                StateFolder(
                    FilePath.resolve(folder + "/halyard", in: container.path(percentEncoded: false)),
                    isPurgeable: isPurgeable))
        }

        /// Excludes a folder and its contents from backups.
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

        /// Requests that an app or an extension isn't suspended.
        ///
        /// Does nothing on macOS, which doesn't suspend apps.
        package static let requestTime: ExpiringActivity.Request = { reason, block in
            #if !os(macOS)
                ProcessInfo.processInfo.performExpiringActivity(withReason: reason, using: block)
            #endif
        }

        /// Flushes a file to the storage medium.
        ///
        /// Returns `false` if the system denies it, with the reason in `errno`. `fsync` alone only passes the bytes to the drive,
        /// which can lose them in a power failure (fsync(2)). File systems without support for more reject `F_FULLFSYNC`.
        static func synchronize(_ descriptor: Int32) -> Bool {
            fcntl(descriptor, F_FULLFSYNC) == 0 || fsync(descriptor) == 0
        }

        /// The names of this device and its operating system.
        ///
        /// `uname` reports the kernel's version (`24.1.0`), which people who write rules don't know. `ProcessInfo` reports the
        /// system's version. For an iOS app on a Mac, this is the system's description for such apps. This case hasn't been
        /// tested on a device.
        package static let system: SystemDescription = {
            let version = ProcessInfo.processInfo.operatingSystemVersion
            return SystemDescription(
                name: systemName,
                version: SystemDescription.version(
                    version.majorVersion, version.minorVersion, version.patchVersion, of: systemName),
                machine: machine)
        }()

        private static let systemName: String = {
            #if os(macOS)
                "macOS"
            #elseif os(tvOS)
                "tvOS"
            #elseif os(watchOS)
                "watchOS"
            #elseif os(visionOS)
                "visionOS"
            #else
                "iOS"
            #endif
        }()

        private static var machine: String {
            #if os(macOS)
                // On macOS, `uname` reports only the processor.
                var size = 0
                guard sysctlbyname("hw.model", nil, &size, nil, 0) == 0, size > 0 else { return "Mac" }
                var model = [CChar](repeating: 0, count: size)
                guard sysctlbyname("hw.model", &model, &size, nil, 0) == 0 else { return "Mac" }
                return String(decoding: model.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            #else
                // On a simulator, `uname` reports the Mac that it runs on.
                environment("SIMULATOR_MODEL_IDENTIFIER") ?? kernel.machine
            #endif
        }
    }
#endif
