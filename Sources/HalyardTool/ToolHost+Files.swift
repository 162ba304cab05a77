// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import Halyard

// Files that a command line names.
extension ToolHost {
    /// Returns the content of a file.
    ///
    /// A missing file is a usage error.
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

    /// Throws an error if the path is a folder, or if its folder does not exist.
    func checkPlace(_ path: String?) throws(ToolError) {
        guard let path else { return }
        let files = machine.files
        if (try? files.names(in: path)) != nil { throw .usage("\(path) is a folder.", "Choose a file.") }
        let folder = FilePath.directory(of: path)
        if folder == "." || (try? files.stamp(of: folder)) != nil || (try? files.names(in: folder)) != nil { return }
        throw .usage("The folder \(folder) doesn't exist.", "Relative paths start from \(files.currentDirectory).")
    }

    /// Replaces the content of a file, or writes the text to standard output if the path is `nil`.
    ///
    /// - Parameter isJSON: A Boolean value that indicates whether the text is JSON with values from outside. Standard output then
    ///   escapes them.
    func write(_ text: String, to path: String?, isJSON: Bool = false) throws(ToolError) {
        guard let path else { return answer(.document(isJSON ? text.printableJSON : text)) }
        do throws(FileError) {
            try publish(path, Array(text.utf8))
        } catch {
            throw .undetermined("\(error).")
        }
    }
}
