// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly
import HalyardUnleash

/// Prints every flag of the provider that a configuration names.
///
///     swift run QuickStart [path/to/halyard.json]
@main
struct QuickStart {
    /// The file beside this source file, so that the bare command works from any directory.
    private static let ownConfiguration = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "halyard.json").path(percentEncoded: false)

    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count <= 1, arguments.first?.hasPrefix("-") != true else {
            finish(2, complaint: "usage: QuickStart [path/to/halyard.json]")
        }
        do throws(ConfigurationError) {
            var options = FlagClient.Options()
            // Findings are printed at the end.
            options.diagnosticHandler = { _ in }
            let flags = try FlagClient(
                configuration: .file(arguments.first ?? ownConfiguration), providers: [.unleash, .launchDarkly],
                options: options)
            let result = await flags.start(within: .seconds(2))
            if case .defaults(let error) = result {
                finish(1, complaint: error.description)
            }
            print(FlagReport(flags).table)
            // What was skipped in a file is a fault of the file, so the program says so and fails.
            let diagnostics = flags.diagnostics.recent.map(\.description)
            await flags.shutdown()
            finish(diagnostics.isEmpty ? 0 : 1, complaint: diagnostics.joined(separator: "\n"))
        } catch {
            finish(1, complaint: error.description)
        }
    }

    private static func finish(_ status: Int32, complaint: String) -> Never {
        if !complaint.isEmpty { FileHandle.standardError.write(Data((complaint + "\n").utf8)) }
        exit(status)
    }
}
