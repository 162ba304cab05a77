// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Testing

@testable import HalyardSupport

/// Paths come from configurations, so they can refer to any kind of file.
@Suite("Special files, links, and locks")
struct WhatIsNoFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "halyard-\(UUID())")
    private let files = LocalFileSystem()

    private func path(_ name: String) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.appending(path: name).path(percentEncoded: false)
    }

    private func reason(_ body: () throws -> Void) -> String? { #expect(throws: FileError.self) { try body() }?.reason }

    @Test("Rejects a FIFO without waiting for its reader or writer")
    func fifo() throws {
        let fifo = try path("fifo")
        defer { try? FileManager.default.removeItem(at: folder) }
        try #require(mkfifo(fifo, 0o600) == 0)
        let expected = "Is a FIFO, not a regular file"
        #expect(reason { _ = try files.contents(of: fifo) } == expected)
        #expect(reason { try files.append([1], to: fifo) } == expected)
        #expect(reason { try files.replace(fifo, with: [1]) } == expected)
        #expect(reason { try files.checkIsFile(fifo) } == expected)
        try files.append([1], to: try path("file"))
        #expect(reason { try files.move(try path("file"), to: fifo) } == expected)
        try #require(mkfifo(try path("other.lock"), 0o600) == 0)
        #expect(reason { try files.withExclusiveAccess(to: try path("other")) { () throws(FileError) in } } == expected)
        var status = stat()
        #expect(stat(fifo, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test("Rejects a device, and doesn't replace it", arguments: ["/dev/zero", "/dev/null"])
    func device(path: String) {
        let expected = "Is a device, not a regular file"
        #expect(reason { _ = try files.contents(of: path) } == expected)
        #expect(reason { try files.append([1], to: path) } == expected)
        #expect(reason { try files.replace(path, with: [1]) } == expected)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    }

    @Test("Rejects a link to a device, and replaces the target of a file link")
    func links() throws {
        let (link, file, toDevice) = (try path("link"), try path("file"), try path("device"))
        defer { try? FileManager.default.removeItem(at: folder) }
        try #require(symlink("/dev/zero", toDevice) == 0)
        #expect(reason { try files.replace(toDevice, with: [1]) } == "Is a device, not a regular file")
        // The link has a relative path to a file that doesn't exist yet.
        try #require(symlink("file", link) == 0)
        try files.replace(link, with: [1])
        try files.replace(link, with: [2])
        #expect(try files.contents(of: file) == [2])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "file")
        let (round, other) = (try path("round"), try path("other"))
        try #require(symlink("other", round) == 0 && symlink("round", other) == 0)
        #expect(reason { try files.replace(round, with: [1]) } == "Too many levels of symbolic links")
    }

    @Test("Rejects a folder, but not a regular file or a free path")
    func others() throws {
        let file = try path("file")
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(reason { try files.replace(folder.path(percentEncoded: false), with: [1]) } == "Is a directory")
        try files.checkIsFile(file)
        try files.append([1], to: file)
        try files.checkIsFile(file)
    }

    @Test("Stops waiting for another program's lock after the limit")
    func locked() throws {
        let lock = FileLocation(try path("lock"))
        defer { try? FileManager.default.removeItem(at: folder) }
        try Platform.withExclusiveAccess(to: lock) { () throws(FileError) in
            let error = #expect(throws: FileError.self) {
                try Platform.withExclusiveAccess(to: lock, within: .milliseconds(20)) { () throws(FileError) in }
            }
            #expect(error?.reason == "Locked by another program for 0.02 seconds")
        }
        try Platform.withExclusiveAccess(to: lock, within: .milliseconds(20)) { () throws(FileError) in }
    }
}
