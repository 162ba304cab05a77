// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import CMeasure
import Foundation

/// A counter of instructions.
///
/// This program runs itself under callgrind, which writes its count at each mark.
enum Instructions {
    /// The number of repetitions for a count of instructions.
    ///
    /// A few thousand are as accurate as a million.
    static let repetitions = 12_800

    /// Runs the works in the child process, each between two marks.
    static func runMarked(_ works: [Work]) async -> Int {
        var checksum = 0
        for work in works {
            checksum &+= await work.run(256)
            halyard_mark()
            checksum &+= await work.run(repetitions)
            halyard_mark()
        }
        return checksum
    }

    /// Returns the instructions of one repetition of each of the child's works, in their order.
    static func count(arguments: [String], works: Int) throws -> [Double] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "halyard-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Valgrind fails on debugging information in a format that is newer than itself.
        let program = folder.appending(path: "program").path
        try run(["strip", "--strip-debug", "-o", program, try ownPath()])
        let callgrind = [
            "valgrind", "--quiet", "--tool=callgrind", "--dump-before=halyard_mark",
            "--callgrind-out-file=\(folder.path)/out",
        ]
        try run(callgrind + [program] + arguments)
        return try (0..<works).map { number in
            // The count before a work's first mark belongs to the preceding code.
            let file = folder.appending(path: "out.\(2 * number + 2)")
            return try total(in: file) / Double(repetitions)
        }
    }

    private static func ownPath() throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }

    private static func run(_ command: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        var environment = ProcessInfo.processInfo.environment
        environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
        process.environment = environment
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 { throw Trouble("\(command[0]) failed. Check that it's installed.") }
    }

    private static func total(in file: URL) throws -> Double {
        let text = try String(contentsOf: file, encoding: .utf8)
        for line in text.split(separator: "\n") where line.hasPrefix("totals:") || line.hasPrefix("summary:") {
            if let total = line.split(separator: " ").last.flatMap({ Double($0) }) { return total }
        }
        throw Trouble("\(file.lastPathComponent) has no total.")
    }
}
