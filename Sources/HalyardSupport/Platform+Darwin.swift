// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Darwin)
    import Darwin
    // On Apple systems Foundation is part of the operating system, so it costs an app nothing.
    import Foundation

    extension Platform {
        /// A folder named like the app: in `Caches` on tvOS, in `Application Support` elsewhere.
        ///
        /// An Apple TV gives apps no other place: `Application Support` cannot be made there, although its simulator allows it.
        /// That was read, not tried: no device has run this.
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

        /// The folder that an App Group's programs share; refused where the app is not entitled to it.
        ///
        /// On macOS the system answers for every name, entitled or not.
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

        /// Asks not to be suspended, in an app or an extension; macOS does not suspend, so it is asked nothing.
        package static let requestTime: ExpiringActivity.Request = { reason, block in
            #if !os(macOS)
                ProcessInfo.processInfo.performExpiringActivity(withReason: reason, using: block)
            #endif
        }

        /// Has the medium store what was written; false when that is refused, and why is the last error.
        ///
        /// `fsync` alone hands the bytes to the drive, which may lose them with its power (fsync(2)). File systems that cannot
        /// do more refuse `F_FULLFSYNC`.
        static func synchronize(_ descriptor: Int32) -> Bool {
            fcntl(descriptor, F_FULLFSYNC) == 0 || fsync(descriptor) == 0
        }

        /// What this device and its operating system are called.
        ///
        /// `uname` names the kernel's version (`24.1.0`), which no one who writes rules knows; `ProcessInfo` names the system's. An
        /// iOS app on a Mac is described as the system describes itself to it. That was read, not tried: no device has run this.
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
                // There `uname` says no more than the processor.
                var size = 0
                guard sysctlbyname("hw.model", nil, &size, nil, 0) == 0, size > 0 else { return "Mac" }
                var model = [CChar](repeating: 0, count: size)
                guard sysctlbyname("hw.model", &model, &size, nil, 0) == 0 else { return "Mac" }
                return String(decoding: model.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            #else
                // A simulator's own machine is the Mac that it runs on.
                environment("SIMULATOR_MODEL_IDENTIFIER") ?? kernel.machine
            #endif
        }
    }
#endif
