// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if !canImport(Darwin)
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Android)
        import Android
    #endif

    extension Platform {
        /// A folder with the program's name, in the cache folder of the XDG base directories.
        ///
        /// The cache folder is `$XDG_CACHE_HOME` or `~/.cache`. The value is `nil` if neither has an absolute path, because other
        /// users share any other location.
        package static var stateFolder: StateFolder? {
            func folder(_ name: String) -> String? { environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
            let caches = folder("XDG_CACHE_HOME") ?? folder("HOME").map { FilePath.resolve(".cache", in: $0) }
            guard let caches else { return nil }
            let program = CommandLine.arguments.first.map(FilePath.name(of:)) ?? ""
            return StateFolder(FilePath.resolve(program.isEmpty ? "program" : program, in: caches))
        }

        /// Does nothing, because the operating system has no backups.
        static func excludeFromBackup(_ path: String) throws(FileError) {}

        /// Does nothing, because these systems don't suspend programs.
        package static let requestTime: ExpiringActivity.Request = { _, _ in }

        /// `nil`, because the system doesn't report a program's lifecycle.
        package static let followApp: (@Sendable (SystemLifecycle) -> Void)? = nil

        /// `nil`, because the system doesn't report the network's reachability.
        package static let followNetwork: (@Sendable (@escaping @Sendable (Bool) -> Void) -> Void)? = nil

        /// Returns `unknown`, because there are no App Groups.
        package static func appGroup(_ name: String) -> AppGroup.Answer { .unknown }

        /// Flushes a file to the storage medium.
        ///
        /// Returns `false` if the system denies it, with the reason in `errno`.
        static func synchronize(_ descriptor: Int32) -> Bool { fsync(descriptor) == 0 }

        /// The names of this machine and its operating system, with the kernel's version.
        package static let system: SystemDescription = {
            #if os(Android)
                let name = "Android"
            #else
                let name = "Linux"
            #endif
            return SystemDescription(name: name, version: kernel.version, machine: kernel.machine)
        }()
    }
#endif
