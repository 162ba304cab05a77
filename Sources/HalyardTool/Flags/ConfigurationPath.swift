// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Where the configuration is.
enum ConfigurationPath {
    /// The file that is read when none is named.
    static let standard = "halyard.json"

    /// The file that a command line names, or else the standard one; there must be such a file.
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
            throw .usage("There is no \(path) in \(folder).", "Name a configuration with --config FILE.")
        }
    }
}
