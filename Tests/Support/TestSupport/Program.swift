// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Foundation
import HalyardSupport

/// A program of this package that tests run as a user does.
package struct Program: Sendable {
    /// The exit status and the output of a run.
    package struct Outcome: Sendable, Equatable {
        package var status: Int32
        package var output: String
        package var errors: String

        package init(status: Int32, output: String, errors: String) {
            (self.status, self.output, self.errors) = (status, output, errors)
        }
    }

    let executable: URL

    /// Creates a program from its path.
    package init(path: String) { executable = URL(filePath: path) }

    /// The absolute path.
    package var path: String { executable.absoluteURL.path(percentEncoded: false) }

    /// The folder that contains the program.
    package var folder: URL { executable.absoluteURL.deletingLastPathComponent() }

    /// Creates a program from its name, or returns `nil` if it isn't next to the test bundle.
    package init?(_ name: String) {
        let folders =
            [Bundle.main.executableURL, URL(filePath: CommandLine.arguments[0])].compactMap(\.self)
            + Bundle.allBundles.map(\.bundleURL)
        let found = folders.map { $0.deletingLastPathComponent().appending(path: name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }
        guard let found else { return nil }
        executable = found
    }

    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - arguments: Command-line arguments.
    ///   - environment: Variables to set in addition to the tests' environment. A `nil` value removes a variable.
    ///   - directory: The working directory, or `nil` for the tests' directory.
    package func run(
        _ arguments: [String] = [], environment: [String: String?] = [:], in directory: URL? = nil
    ) async throws -> Outcome {
        let variables = ProcessInfo.processInfo.environment.merging(
            environment.compactMapValues(\.self), uniquingKeysWith: { $1 }
        ).filter { environment[$0.key] != .some(nil) }
        #if canImport(Glibc)
            return try await BlockingWork.run { try spawned(arguments, variables, in: directory) }
        #else
            return try await processed(arguments, variables, in: directory)
        #endif
    }

    #if !canImport(Glibc)
        private func processed(
            _ arguments: [String], _ environment: [String: String], in directory: URL?
        ) async throws -> Outcome {
            let process = Process()
            process.executableURL = executable
            process.arguments = arguments
            process.environment = environment
            if let directory { process.currentDirectoryURL = directory }
            let (output, errors) = (Pipe(), Pipe())
            process.standardOutput = output
            process.standardError = errors
            return try await withCheckedThrowingContinuation { continuation in
                process.terminationHandler = { process in
                    continuation.resume(
                        returning: Outcome(
                            status: process.terminationStatus,
                            output: String(
                                decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self),
                            errors: String(
                                decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)))
                }
                do { try process.run() } catch { continuation.resume(throwing: error) }
            }
        }
    #endif
}
