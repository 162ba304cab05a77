// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension Command {
    static let check = Command(
        "check", "Checks configurations: nothing is started, and no network is used.",
        operands: .init(
            "FILE", 0...Int.max, areFiles: true,
            summary: "The configurations; without one, halyard.json in this folder."),
        examples: [
            ("check", "The configuration in this folder."),
            ("check --format sarif config/*.json > halyard.sarif", "Several files, for a code scanner."),
        ],
        options: [.format, .json, .type, .env],
        statuses: [
            (.success, "There are no errors."), (.negative, "There are errors."),
            (.undetermined, "A file cannot be read."),
        ]
    ) { invocation, host in
        let format = invocation.text(.format) ?? (invocation.isSet(.json) ? "json" : "text")
        if format != "json", invocation.isSet(.json) {
            throw ToolError.usage("--json and --format \(format) are two forms.", "Leave out one.")
        }
        let named = invocation.operands
        let paths = try named.isEmpty ? [ConfigurationPath.find(nil, host)] : named
        let checker = ConfigurationChecker(
            host, appTypes: invocation.texts(.type), isStrict: invocation.text(.env) == "strict")
        var reports: [FileFindings] = []
        for path in paths { reports.append(checker.check(try ConfigurationPath.find(path, host))) }
        if let write = FindingFormat.all[format] { host.answer(write(reports, host)) }
        if reports.contains(where: \.isUnreadable) { return .undetermined }
        return reports.contains { $0.errors > 0 } ? .negative : .success
    }
}

extension Option {
    fileprivate static let format = Option(
        "format", .word("FORMAT", FindingFormat.all.keys.sorted()),
        summary: "How findings are written; text by default.")
    fileprivate static let type = Option(
        "type", .text("NAME"), isRepeatable: true,
        summary: "A type that only the app registers; its settings are not checked.")
    fileprivate static let env = Option(
        "env", .word("MODE", ["lenient", "strict"]),
        summary: "An environment variable that is not set is a warning (lenient, the default) or an error (strict).")
}
