// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly
import HalyardUnleash

/// Prints all flags of the provider that a configuration names, as a table or as JSON.
///
///     swift run QuickStart [--json] [path/to/halyard.json]
@main
struct QuickStart {
    /// The file next to this source file, so that the command works from any directory.
    private static let ownConfiguration = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "halyard.json").path(percentEncoded: false)

    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        let paths = arguments.filter { $0 != "--json" }
        guard paths.count <= 1, paths.first?.hasPrefix("-") != true else {
            finish(2, message: "usage: QuickStart [--json] [path/to/halyard.json]")
        }
        do throws(ConfigurationError) {
            var options = FlagClient.Options()
            // Diagnostics are printed at the end.
            options.diagnosticHandler = { _ in }
            let flags = try FlagClient(
                configuration: .file(paths.first ?? ownConfiguration), providers: [.unleash, .launchDarkly],
                options: options)
            let result = await flags.start(within: .seconds(2))
            if case .defaults(let error) = result {
                finish(1, message: error.description)
            }
            let report = FlagReport(flags)
            print(arguments.contains("--json") ? report.json : report.table)
            // If a flag of a file was skipped, the program reports it and fails.
            let diagnostics = flags.diagnostics.recent.map(\.description)
            await flags.shutdown()
            finish(diagnostics.isEmpty ? 0 : 1, message: diagnostics.joined(separator: "\n"))
        } catch {
            finish(1, message: error.description)
        }
    }

    private static func finish(_ status: Int32, message: String) -> Never {
        if !message.isEmpty { FileHandle.standardError.write(Data((message + "\n").utf8)) }
        exit(status)
    }
}
