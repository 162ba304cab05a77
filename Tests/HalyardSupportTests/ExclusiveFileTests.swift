// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HalyardSupport
import TestSupport
import Testing

@Suite("Exclusive file access")
struct ExclusiveFileTests {
    /// Increments a number in a file many times from several threads.
    private func count(in files: any FileSystem, at path: String) throws {
        try files.append(Array("0".utf8), to: path)
        let failures = Recorder<String>()
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<50 {
                do {
                    try files.withExclusiveAccess(to: path) { () throws(FileError) in
                        let number = Int(String(decoding: try files.contents(of: path), as: UTF8.self)) ?? -1
                        try files.replace(path, with: Array(String(number + 1).utf8))
                    }
                } catch { failures.add("\(error)") }
            }
        }
        #expect(failures.all == [])
        #expect(String(decoding: try files.contents(of: path), as: UTF8.self) == "200")
    }

    @Test("Gives one caller at a time access in memory")
    func memory() throws { try count(in: InMemoryFileSystem(), at: "number") }

    @Test("Gives one caller at a time access on disk")
    func disk() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "halyard-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try count(in: LocalFileSystem(), at: folder.appending(path: "number").path(percentEncoded: false))
        try FileManager.default.removeItem(at: folder)
    }

    @Test("Throws the body's error, and then lets the next caller in")
    func throwing() throws {
        let files = InMemoryFileSystem()
        let failure = FileError(path: "f", reason: "no")
        #expect(throws: failure) {
            try files.withExclusiveAccess(to: "f") { () throws(FileError) -> Int in throw failure }
        }
        #expect(try files.withExclusiveAccess(to: "f") { () throws(FileError) in 3 } == 3)
    }

    @Test("Reports a missing folder")
    func missingFolder() {
        let error = #expect(throws: FileError.self) {
            try LocalFileSystem().withExclusiveAccess(to: "/nowhere/f") { () throws(FileError) in }
        }
        #expect(error?.reason == "No such file or directory")
    }
}
