// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if !canImport(Darwin)
    extension Platform {
        /// The folder for what a program keeps and no user looks at, by the XDG base directories: `$XDG_CACHE_HOME`, or
        /// `~/.cache`, then the program's name.
        package static var stateFolder: String {
            let home = environment("HOME") ?? "/tmp"
            let caches = environment("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.cache"
            let program = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "program"
            return caches + "/" + program
        }

        /// Backups are not the operating system's business here.
        static func excludeFromBackup(_ path: String) throws(FileError) {}
    }
#endif
