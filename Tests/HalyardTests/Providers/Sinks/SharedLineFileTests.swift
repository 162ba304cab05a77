// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardSupport
import Testing
import TestSupport

@Suite("Shared line files")
struct SharedLineFileTests {
    /// Writes 200 events from four clients to one file, and returns the lines of this file and of the rotated file.
    private func lines(writing files: any FileSystem, to path: String) async throws -> [String] {
        let sinks = (0..<4).map { _ in LineSink.file(path: path, maximumSize: 40_000, files: files) }
        await withTaskGroup(of: Void.self) { group in
            for (number, sink) in sinks.enumerated() {
                group.addTask {
                    let client = FlagClient(provider: InMemoryFlagProvider(), sinks: [sink], options: .manual())
                    await client.start()
                    for event in 0..<50 {
                        client.track("event-\(number)-\(event)")
                        await client.flush()
                    }
                    await client.shutdown()
                }
            }
        }
        #expect(sinks.map(\.droppedCount) == [0, 0, 0, 0])
        return try [path + ".1", path].flatMap { file in
            String(decoding: try files.contents(of: file), as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }

    /// Checks that each line is complete and unique, and that only the size limit removed lines.
    private func check(_ lines: [String]) throws {
        let events = try lines.map { try JSONReader().read($0) }
        let names = events.compactMap { event -> String? in
            if case .string(let name)? = event["name"] { name } else { nil }
        }
        #expect(Set(names).count == names.count, "No line is repeated.")
        #expect(names.count > 100, "\(names.count) of 200 lines remain.")
    }

    @Test("Keeps every line intact in memory")
    func memory() async throws {
        try check(try await lines(writing: InMemoryFileSystem(), to: "events.jsonl"))
    }

    @Test("Keeps every line intact on disk")
    func disk() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "halyard-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "events.jsonl").path(percentEncoded: false)
        try check(try await lines(writing: LocalFileSystem(), to: path))
        #expect(
            try LocalFileSystem().names(in: folder.path(percentEncoded: false)) == [
                "events.jsonl", "events.jsonl.1", "events.jsonl.lock",
            ])
        try FileManager.default.removeItem(at: folder)
    }
}
