// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly
import HalyardUnleash

/// Moves an app from one vendor to another by a plan, and says how far the two agree.
///
///     swift run Migration [where to write the report]
///
/// Both vendors' flags come from the files in `Flags`; `migration.json` combines them and holds the plan.
@main
struct MigrationExample {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count <= 1, arguments.allSatisfy({ !$0.hasPrefix("-") }) else {
            FileHandle.standardError.write(Data("usage: Migration [where to write the report]\n".utf8))
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
        // The report says what was found.
        options.diagnosticHandler = { _ in }
        let flags = try FlagClient(
            configuration: .file(file("migration.json")), providers: [.launchDarkly, .unleash], options: options)
        await flags.start(within: .seconds(30))
        // Each person's flags are compared once.
        for number in 1...3 { await flags.setContext(.user("person-\(number)"), within: .seconds(30)) }

        print("Who answers, by the plan:")
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
        print("The report as JSON: \(report.path(percentEncoded: false))")
    }

    /// What each vendor would receive about one person, and what it cannot.
    private static func printMappings() {
        let person = EvaluationContext.user(
            "person-1", ["plan": "gold", "tags": ["a", "b"], "email": "one@example.com"]
        ).keepingPrivate("email")
        let mappings = ContextMappings([
            ContextMapping("launchdarkly", person, by: LaunchDarklyUserMapper()) { $0.json },
            ContextMapping("unleash", person, by: UnleashContextMapper(appName: "shop")) { $0.json },
        ])
        print("One person, as each vendor sees them:\n\(mappings)\n")
    }

    private static var defaultPlace: URL {
        FileManager.default.temporaryDirectory.appending(path: "halyard-parity.json")
    }

    /// A file beside this one, wherever the program is run from.
    private static func file(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: name).path(percentEncoded: false)
    }
}
