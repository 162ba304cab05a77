// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import Halyard

// Files that a command line names.
extension ToolHost {
    /// The content of a file; one that does not exist is a wrong command line.
    func contents(of path: String) throws(ToolError) -> [UInt8] {
        let files = machine.files
        do throws(FileError) { _ = try files.stamp(of: path) } catch {
            throw .usage("\(error).", "Relative paths start from \(files.currentDirectory).")
        }
        do throws(FileError) {
            return try files.contents(of: path)
        } catch {
            throw .undetermined("\(error).")
        }
    }

    /// Puts a text in the place of a file's, or writes it as the answer when no file is named.
    func write(_ text: String, to path: String?) throws(ToolError) {
        guard let path else { return output.write(text) }
        do throws(FileError) {
            try publish(path, Array(text.utf8))
        } catch {
            throw .undetermined("\(error).")
        }
    }
}
