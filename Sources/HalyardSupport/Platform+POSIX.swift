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
        /// A folder named like the program, by the XDG base directories: in `$XDG_CACHE_HOME`, or in `~/.cache`.
        ///
        /// It's `nil` if neither is set to an absolute path, because other users share any other location.
        package static var stateFolder: StateFolder? {
            func folder(_ name: String) -> String? { environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
            let caches = folder("XDG_CACHE_HOME") ?? folder("HOME").map { FilePath.resolve(".cache", in: $0) }
            guard let caches else { return nil }
            let program = CommandLine.arguments.first.map(FilePath.name(of:)) ?? ""
            return StateFolder(FilePath.resolve(program.isEmpty ? "program" : program, in: caches))
        }

        /// Does nothing: backups are not the operating system's business here.
        static func excludeFromBackup(_ path: String) throws(FileError) {}

        /// Asks nothing: programs are not suspended here.
        package static let requestTime: ExpiringActivity.Request = { _, _ in }

        /// Nil: the system reports nothing about a program.
        package static let followApp: (@Sendable (SystemLifecycle) -> Void)? = nil

        /// Nil: the system reports nothing about the network.
        package static let followNetwork: (@Sendable (@escaping @Sendable (Bool) -> Void) -> Void)? = nil

        /// There are no App Groups.
        package static func appGroup(_ name: String) -> AppGroup.Answer { .unknown }

        /// Has the medium store what was written; false when that is refused, and why is the last error.
        static func synchronize(_ descriptor: Int32) -> Bool { fsync(descriptor) == 0 }

        /// What this machine and its operating system are called; the version is the kernel's.
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
