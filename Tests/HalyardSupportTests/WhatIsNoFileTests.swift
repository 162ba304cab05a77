// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Testing

@testable import HalyardSupport

/// Paths come from configurations: what stands there may be anything.
@Suite("What is no regular file")
struct WhatIsNoFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "halyard-\(UUID())")
    private let files = LocalFileSystem()

    private func path(_ name: String) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.appending(path: name).path(percentEncoded: false)
    }

    private func reason(_ body: () throws -> Void) -> String? { #expect(throws: FileError.self) { try body() }?.reason }

    @Test("a FIFO is refused at once, also while no program writes to it or reads it")
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

    @Test("a device is refused and stays, also for a user who may replace it", arguments: ["/dev/zero", "/dev/null"])
    func device(path: String) {
        let expected = "Is a device, not a regular file"
        #expect(reason { _ = try files.contents(of: path) } == expected)
        #expect(reason { try files.append([1], to: path) } == expected)
        #expect(reason { try files.replace(path, with: [1]) } == expected)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    }

    @Test("a link to a device is refused; of a link to a file the file is replaced, and the link stays")
    func links() throws {
        let (link, file, toDevice) = (try path("link"), try path("file"), try path("device"))
        defer { try? FileManager.default.removeItem(at: folder) }
        try #require(symlink("/dev/zero", toDevice) == 0)
        #expect(reason { try files.replace(toDevice, with: [1]) } == "Is a device, not a regular file")
        // One that leads nowhere yet, by a relative path.
        try #require(symlink("file", link) == 0)
        try files.replace(link, with: [1])
        try files.replace(link, with: [2])
        #expect(try files.contents(of: file) == [2])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "file")
        let (round, other) = (try path("round"), try path("other"))
        try #require(symlink("other", round) == 0 && symlink("round", other) == 0)
        #expect(reason { try files.replace(round, with: [1]) } == "Too many levels of symbolic links")
    }

    @Test("a folder is refused, a file and nothing are not")
    func others() throws {
        let file = try path("file")
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(reason { try files.replace(folder.path(percentEncoded: false), with: [1]) } == "Is a directory")
        try files.checkIsFile(file)
        try files.append([1], to: file)
        try files.checkIsFile(file)
    }

    @Test("waiting for a lock that another program holds ends after the limit")
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
