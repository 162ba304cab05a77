// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension Command {
    static let check = Command(
        "check", "Checks configurations without starting a client or using the network.",
        operands: .init(
            "FILE", 0...Int.max, areFiles: true,
            summary: "Configuration files (default: halyard.json in this folder)."),
        examples: [
            ("check", "Checks the configuration in this folder."),
            ("check --format sarif config/*.json > halyard.sarif", "Checks several files for a code scanner."),
        ],
        options: [.format, .json, .type, .env],
        statuses: [
            (.success, "No errors were found."), (.negative, "Errors were found."),
            (.undetermined, "A file can't be read."),
        ]
    ) { invocation, host in
        let format = invocation.text(.format) ?? (invocation.isSet(.json) ? "json" : "text")
        if format != "json", invocation.isSet(.json) {
            throw ToolError.usage("--json conflicts with --format \(format).", "Remove one of them.")
        }
        let named = invocation.operands
        let paths = try named.isEmpty ? [ConfigurationPath.find(nil, host)] : named
        let checker = ConfigurationChecker(
            host, appTypes: invocation.texts(.type), isStrict: invocation.text(.env) == "strict")
        var reports: [FileDiagnostics] = []
        for path in paths { reports.append(checker.check(try ConfigurationPath.find(path, host))) }
        if let write = DiagnosticFormat.all[format] { host.answer(write(reports, host)) }
        if reports.contains(where: \.isUnreadable) { return .undetermined }
        return reports.contains { $0.errors > 0 } ? .negative : .success
    }
}

extension Option {
    fileprivate static let format = Option(
        "format", .word("FORMAT", DiagnosticFormat.all.keys.sorted()),
        summary: "Output format (default: text).")
    fileprivate static let type = Option(
        "type", .text("NAME"), isRepeatable: true,
        summary: "Type that only the app registers. Its settings aren't checked.")
    fileprivate static let env = Option(
        "env", .word("MODE", ["lenient", "strict"]),
        summary: "Reports unset environment variables as warnings (lenient, the default) or errors (strict).")
}
