// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Synchronization

/// The shop as a child process that listens on a free port.
final class ShopProcess: Sendable {
    private let process = Process()
    private let lines: AsyncStream<String>
    private let ended: AsyncStream<Int32>

    /// Starts the shop program, which is in the same folder as this program.
    init(_ variables: [String: String]) throws {
        let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        let output = Pipe()
        let (lines, writer) = AsyncStream.makeStream(of: String.self)
        let (ended, end) = AsyncStream.makeStream(of: Int32.self)
        (self.lines, self.ended) = (lines, ended)
        process.executableURL = folder.appending(path: "Shop")
        var environment = ProcessInfo.processInfo.environment
        environment["FLAGS"] = nil
        process.environment = environment.merging(["PORT": "0"]) { $1 }.merging(variables) { $1 }
        process.standardError = output
        process.terminationHandler = { process in
            end.yield(process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus)
            end.finish()
        }
        let buffer = Mutex(Data())
        output.fileHandleForReading.readabilityHandler = { file in
            let data = file.availableData
            if data.isEmpty {
                file.readabilityHandler = nil
                return writer.finish()
            }
            buffer.withLock { buffer in
                buffer += data
                while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                    writer.yield(String(decoding: buffer[..<end], as: UTF8.self))
                    buffer = Data(buffer[buffer.index(after: end)...])
                }
            }
        }
        try process.run()
    }

    /// Returns the shop's URL when the shop listens.
    func url() async throws -> String {
        let words = try await line(containing: "The shop listens on ").split(separator: " ")
        return words.last.map(String.init) ?? ""
    }

    /// Returns the next log line that contains a string, and prints earlier warnings and errors.
    @discardableResult
    func line(containing text: String) async throws -> String {
        for await line in lines {
            if [" warning ", " error ", " critical "].contains(where: line.contains) { print("shop:", line) }
            if line.contains(text) { return line }
        }
        throw CheckFailure("The shop ended before it logged \"\(text)\".")
    }

    /// Sends SIGTERM.
    func terminate() { process.terminate() }

    /// Ends the process immediately if it's still running.
    func kill() { if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) } }

    /// Returns the exit status of the process, or the signal that ended it as a negative number.
    func status() async -> Int32 {
        for await status in ended { return status }
        return -1
    }
}
