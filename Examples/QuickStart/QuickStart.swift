// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly
import HalyardUnleash

/// Prints every flag of the provider that a configuration names.
///
///     swift run QuickStart [path/to/halyard.json] [--json | --explain <flag>]
///     swift run QuickStart --schema
@main
struct QuickStart {
    static func main() async {
        guard let arguments = Arguments(CommandLine.arguments.dropFirst()) else {
            finish(2, complaint: "usage: QuickStart [path/to/halyard.json] [--json | --explain <flag> | --schema]")
        }
        let modules: [ProviderModule] = [.unleash, .launchDarkly]
        if arguments.task == .schema {
            print(JSONWriter.prettyText(ProviderRegistry(modules).schema))
            return
        }
        do throws(ConfigurationError) {
            var options = FlagClient.Options()
            // Findings are printed at the end.
            options.diagnosticHandler = { _ in }
            let flags = try FlagClient(
                configuration: .file(arguments.configuration), providers: modules, options: options)
            let result = await flags.start(within: .seconds(2))
            if case .defaults(let error) = result {
                finish(1, complaint: error.description)
            }
            print(arguments.task.text(of: flags))
            // What was skipped in a file is a fault of the file, so the program says so and fails.
            let findings = flags.diagnostics.recent.map(\.description)
            await flags.shutdown()
            finish(findings.isEmpty ? 0 : 1, complaint: findings.joined(separator: "\n"))
        } catch {
            finish(1, complaint: error.description)
        }
    }

    private static func finish(_ status: Int32, complaint: String) -> Never {
        if !complaint.isEmpty { FileHandle.standardError.write(Data((complaint + "\n").utf8)) }
        exit(status)
    }
}

/// What to do with the flags.
enum PrintTask: Equatable {
    case table
    case json
    case explanation(of: String)
    case schema

    func text(of flags: FlagClient) -> String {
        switch self {
        case .table: FlagReport(flags).table
        case .json: FlagReport(flags).json
        case .explanation(let flag): flags.explain(flag).description
        case .schema: ""
        }
    }
}

/// What the command line asks for.
struct Arguments {
    var configuration = Self.ownConfiguration
    var task = PrintTask.table

    /// The file beside this source file, so that the bare command works from any directory.
    private static let ownConfiguration = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "halyard.json").path(percentEncoded: false)

    init?(_ arguments: some Sequence<String>) {
        var paths: [String] = []
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--json": task = .json
            case "--schema": task = .schema
            case "--explain":
                guard let flag = rest.popFirst() else { return nil }
                task = .explanation(of: flag)
            case let option where option.hasPrefix("-"): return nil
            default: paths.append(argument)
            }
        }
        guard paths.count <= 1 else { return nil }
        if let path = paths.first { configuration = path }
    }
}
