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

    /// Throws unless a file may be written at a path, as far as can be said before it is written.
    func checkPlace(_ path: String?) throws(ToolError) {
        guard let path else { return }
        let files = machine.files
        if (try? files.names(in: path)) != nil { throw .usage("\(path) is a folder.", "Name a file.") }
        let folder = FilePath.directory(of: path)
        if folder == "." || (try? files.stamp(of: folder)) != nil || (try? files.names(in: folder)) != nil { return }
        throw .usage("The folder \(folder) does not exist.", "Relative paths start from \(files.currentDirectory).")
    }

    /// Puts a text in the place of a file's, or writes it as the answer when no file is named.
    ///
    /// - Parameter isJSON: The text is JSON with parts from outside, which an answer escapes.
    func write(_ text: String, to path: String?, isJSON: Bool = false) throws(ToolError) {
        guard let path else { return answer(.document(isJSON ? text.printableJSON : text)) }
        do throws(FileError) {
            try publish(path, Array(text.utf8))
        } catch {
            throw .undetermined("\(error).")
        }
    }
}
