// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly
import HalyardUnleash

/// Moves an app from one vendor to another with a migration plan, and reports the parity of the two vendors.
///
///     swift run Migration [path/to/report.json]
///
/// The files in `Flags` contain the flags of both vendors. `migration.json` combines them, and contains the plan.
@main
struct MigrationExample {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count <= 1, arguments.allSatisfy({ !$0.hasPrefix("-") }) else {
            FileHandle.standardError.write(Data("usage: Migration [path/to/report.json]\n".utf8))
            exit(2)
        }
        do {
            try await run()
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func run() async throws {
        var options = FlagClient.Options()
        // The report contains the differences, so the diagnostics aren't printed.
        options.diagnosticHandler = { _ in }
        let flags = try FlagClient(
            configuration: .file(file("migration.json")), providers: [.launchDarkly, .unleash], options: options)
        await flags.start(within: .seconds(30))
        // The flags of each context are compared once.
        for number in 1...3 { await flags.setContext(.user("person-\(number)"), within: .seconds(30)) }

        print("Flags by the plan:")
        for name in ["new-nav", "theme-name", "upload-limit", "old-checkout"] {
            print("  \(name): \(flags.details(of: FlagKey(name, default: FlagValue.null)))")
        }
        print("\n\(flags.explain("upload-limit"))\n")
        printMappings()

        guard let parity = flags.parity else { return }
        print("\(parity)\n")
        let report = CommandLine.arguments.dropFirst().first.map { URL(filePath: $0) } ?? defaultPlace
        try Data(JSONWriter.text(parity.json).utf8).write(to: report)
        await flags.shutdown()
        print("JSON report: \(report.path(percentEncoded: false))")
    }

    /// Prints the context that each vendor would receive, and the attributes that it doesn't support.
    private static func printMappings() {
        let person = EvaluationContext.user(
            "person-1", ["plan": "gold", "tags": ["a", "b"], "email": "one@example.com"]
        ).keepingPrivate("email")
        let mappings = ContextMappings([
            ContextMapping("launchdarkly", person, by: LaunchDarklyUserMapper()) { $0.json },
            ContextMapping("unleash", person, by: UnleashContextMapper(appName: "shop")) { $0.json },
        ])
        print("Context for each vendor:\n\(mappings)\n")
    }

    private static var defaultPlace: URL {
        FileManager.default.temporaryDirectory.appending(path: "halyard-parity.json")
    }

    /// Returns the path of a file next to this source file, independent of the working directory.
    private static func file(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: name).path(percentEncoded: false)
    }
}
