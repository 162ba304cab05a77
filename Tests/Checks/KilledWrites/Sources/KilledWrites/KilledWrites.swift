// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard

/// Kills a writing program repeatedly, and checks the stored flags.
///
/// Usage: `KilledWrites [kills] [seed]`. The program launches itself as `KilledWrites --write <folder> <generation>`.
@main
struct KilledWrites {
    private var duringWrite = 0
    private var foundLast = 0
    private var foundNext = 0
    private var damaged = 0

    static func main() async throws {
        let arguments = CommandLine.arguments
        if arguments.count == 4, arguments[1] == "--write" {
            return try await Writer.run(folder: arguments[2], from: Int(arguments[3]) ?? 1)
        }
        let kills = arguments.count > 1 ? Int(arguments[1]) ?? 200 : 200
        let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : SystemRandom().next()
        print("seed \(seed)")
        var check = KilledWrites()
        try await check.run(kills, SeededRandom(seed: seed))
        print(
            "killed writes: \(kills) kills, \(check.duringWrite) during a write, \(check.foundLast) found the last stored "
                + "generation, \(check.foundNext) the one after, \(check.damaged) damaged")
        exit(check.damaged == 0 && check.duringWrite > 0 && check.foundLast + check.foundNext == kills ? 0 : 1)
    }

    private mutating func run(_ kills: Int, _ random: some RandomSource) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "halyard-killed-\(UUID().uuidString)")
        let path = folder.path(percentEncoded: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        var generation = 0
        for kill in 1...kills {
            let before = Self.halfWritten(below: path)
            // The kill comes up to 60 ms after the first announced generation. That's enough time for dozens of writes.
            let announced = try Child.killed(folder: path, from: generation + 1, after: random.unit() * 0.06)
            if Self.halfWritten(below: path) > before { duringWrite += 1 }
            switch try await Reader.look(in: path) {
            case .generation(announced): foundLast += 1
            case .generation(announced + 1): foundNext += 1
            case let diagnostic:
                damaged += 1
                print("kill \(kill): generation \(announced) was announced, but the next launch found \(diagnostic)")
            }
            generation = announced + 1
        }
    }

    /// Returns the number of incomplete files from killed programs.
    private static func halfWritten(below path: String) -> Int {
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return names.count { $0.hasSuffix(".tmp") }
    }
}

/// The child process with this program, which is killed.
private enum Child {
    /// Starts a writing child, kills it, and returns the last generation that it announced.
    static func killed(folder: String, from first: Int, after delay: Double) throws -> Int {
        let (process, output) = (Process(), Pipe())
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["--write", folder, String(first)]
        process.standardOutput = output
        try process.run()
        var text = output.fileHandleForReading.availableData
        Thread.sleep(forTimeInterval: delay)
        kill(process.processIdentifier, SIGKILL)
        text += output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        // The last line might be incomplete.
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        return lines.dropLast().last.flatMap { Int($0) } ?? first - 1
    }
}
