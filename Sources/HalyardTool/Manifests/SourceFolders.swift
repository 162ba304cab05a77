// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardManifest
import HalyardSupport

/// Folders of Swift files.
struct SourceFolders {
    private let folders: [String]
    private let host: ToolHost

    init(_ folders: [String], _ host: ToolHost) { (self.folders, self.host) = (folders, host) }

    /// Where the files name flags; nil when there are no folders.
    ///
    /// - Parameter members: The names in Swift of the flags' keys.
    func scan(for members: [String: String]) throws(ToolError) -> StaleReport.Sources? {
        if folders.isEmpty { return nil }
        let scan = SourceScan(members: members)
        var places: [String: [SourcePlace]] = [:]
        for file in try files() {
            places.merge(scan.places(in: try host.contents(of: file), file: file), uniquingKeysWith: +)
        }
        return StaleReport.Sources(name: folders.joined(separator: ", "), places: places)
    }

    /// The Swift files, in a stable order; hidden files and folders are left out.
    private func files() throws(ToolError) -> [String] {
        var (found, seen): ([String], Set<FileStamp>) = ([], [])
        var rest = Array(folders.reversed())
        for folder in folders where try names(in: folder) == nil {
            throw .usage("\(folder) is no folder.", "Name a folder of Swift files.")
        }
        while let path = rest.popLast() {
            if let names = try names(in: path) {
                // A link may lead back to a folder above it.
                if let stamp = try? host.machine.files.stamp(of: path), !seen.insert(stamp).inserted { continue }
                rest += names.reversed().filter { !$0.hasPrefix(".") }.map { FilePath.resolve($0, in: path) }
            } else if path.hasSuffix(".swift") {
                if (try? host.machine.files.stamp(of: path)) == nil {
                    host.note("warning: \(path): The link leads nowhere; it was left out.")
                } else {
                    found.append(path)
                }
            }
        }
        return found
    }

    /// The names in a folder; nil for what is none.
    private func names(in path: String) throws(ToolError) -> [String]? {
        do throws(FileError) { return try host.machine.files.names(in: path) } catch {
            if Self.isNoFolder(error) { return nil }
            throw .undetermined("\(error).")
        }
    }

    /// Whether what is there is no folder, or nothing, and not a folder that cannot be read.
    private static func isNoFolder(_ error: FileError) -> Bool {
        ["Not a directory", "No such file or directory", "Too many levels of symbolic links"].contains(error.reason)
    }
}
