// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Finds the configuration file.
enum ConfigurationPath {
    /// The default file.
    static let standard = "halyard.json"

    /// Returns the file that a command line names, or else the default file.
    ///
    /// Throws an error if the file doesn't exist.
    static func find(_ named: String?, _ host: ToolHost) throws(ToolError) -> String {
        let path = named ?? standard
        do throws(FileError) {
            _ = try host.machine.files.stamp(of: path)
            return path
        } catch {
            let folder = host.machine.files.currentDirectory
            if named != nil {
                throw .usage("\(path): \(error.reason).", "Relative paths start from \(folder).")
            }
            throw .usage("No \(path) in \(folder).", "Name the file, or run the command in its folder.")
        }
    }
}
