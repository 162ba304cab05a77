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

    /// Returns the locations where the files name flags, or `nil` if there are no folders.
    ///
    /// - Parameter members: The Swift member name of each flag key.
    func scan(for members: [String: String]) throws(ToolError) -> StaleReport.Sources? {
        if folders.isEmpty { return nil }
        let scan = SourceScan(members: members)
        var places: [String: [SourcePlace]] = [:]
        for file in try files() {
            places.merge(scan.places(in: try host.contents(of: file), file: file), uniquingKeysWith: +)
        }
        return StaleReport.Sources(name: folders.joined(separator: ", "), places: places)
    }

    /// Returns the Swift files in a stable order, without hidden files and folders.
    private func files() throws(ToolError) -> [String] {
        var (found, seen): ([String], Set<FileStamp>) = ([], [])
        var rest = Array(folders.reversed())
        for folder in folders where try names(in: folder) == nil {
            throw .usage("\(folder) isn't a folder.", "Choose a folder of Swift files.")
        }
        while let path = rest.popLast() {
            if let names = try names(in: path) {
                // A link can lead back to a folder above it.
                if let stamp = try? host.machine.files.stamp(of: path), !seen.insert(stamp).inserted { continue }
                rest += names.reversed().filter { !$0.hasPrefix(".") }.map { FilePath.resolve($0, in: path) }
            } else if path.hasSuffix(".swift") {
                if (try? host.machine.files.stamp(of: path)) == nil {
                    host.note("warning: \(path): Skipped this broken link.")
                } else {
                    found.append(path)
                }
            }
        }
        return found
    }

    /// Returns the names in a folder, or `nil` if the path is not a folder.
    private func names(in path: String) throws(ToolError) -> [String]? {
        do throws(FileError) { return try host.machine.files.names(in: path) } catch {
            if Self.isNoFolder(error) { return nil }
            throw .undetermined("\(error).")
        }
    }

    /// Returns whether the path does not exist or is not a folder, as opposed to a folder that cannot be read.
    private static func isNoFolder(_ error: FileError) -> Bool {
        ["Not a directory", "No such file or directory", "Too many levels of symbolic links"].contains(error.reason)
    }
}
