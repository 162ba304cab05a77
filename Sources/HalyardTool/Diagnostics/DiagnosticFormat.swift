// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The output formats for diagnostics.
enum DiagnosticFormat {
    /// The formats by name.
    static let all: [String: @Sendable ([FileDiagnostics], ToolHost) -> Answer] = [
        "text": { reports, host in .lines(lines(reports, hasSummaries: !host.isQuiet)) },
        "json": { reports, _ in .json(json(reports)) },
        "github": { reports, _ in .commands(commands(reports)) },
        "sarif": { reports, _ in .json(SARIF.json(reports)) },
    ]

    /// One line for each diagnostic, and a summary line for each file.
    private static func lines(_ reports: [FileDiagnostics], hasSummaries: Bool) -> [OutputLine] {
        reports.flatMap { report in
            report.diagnostics.map { OutputLine($0) } + (hasSummaries ? [summary(report)] : [])
        }
    }

    private static func summary(_ report: FileDiagnostics) -> OutputLine {
        let counts = [(report.errors, "error"), (report.warnings, "warning"), (report.notes, "note")]
            .filter { $0.0 > 0 }.map { $0.0.counted($0.1) }
        return "\(counts.isEmpty ? "no problems" : counts.joined(separator: " and ")) in \(report.path)"
    }

    private static func json(_ reports: [FileDiagnostics]) -> FlagValue {
        [
            "errors": .int(Int64(reports.reduce(0) { $0 + $1.errors })),
            "warnings": .int(Int64(reports.reduce(0) { $0 + $1.warnings })),
            "notes": .int(Int64(reports.reduce(0) { $0 + $1.notes })),
            "diagnostics": .array(reports.flatMap { $0.diagnostics.map(\.json) }),
        ]
    }

    private static func commands(_ reports: [FileDiagnostics]) -> [WorkflowCommand] {
        reports.flatMap { report in
            report.diagnostics.map { diagnostic in
                let place = CharacterPlace(diagnostic, in: report)
                return WorkflowCommand(
                    name: diagnostic.severity.name(ofInformation: "notice"),
                    properties: [
                        ("file", place.file), ("line", "\(place.line)"), ("col", "\(place.column)"),
                        ("title", diagnostic.code.rawValue),
                    ],
                    message: diagnostic.sentence)
            }
        }
    }
}

extension Diagnostic.Severity {
    /// Returns the severity's name in a format that has another word for information.
    func name(ofInformation information: String) -> String { self == .info ? information : "\(self)" }
}

extension Diagnostic {
    /// The problem and the suggestion, without the file.
    var sentence: String {
        let place = location?.pointer ?? ""
        return (place.isEmpty ? "" : "\(place): ") + message + (suggestion.isEmpty ? "" : " \(suggestion)")
    }

    /// The JSON form, without properties that are unknown.
    var json: FlagValue {
        var members: [String: FlagValue] = [
            "code": .string(code.rawValue), "severity": .string("\(severity)"), "message": .string(message),
            "suggestion": .string(suggestion),
        ]
        members["file"] = location?.file.map(FlagValue.string)
        members["line"] = location?.line.map { .int(Int64($0)) }
        members["column"] = location?.column.map { .int(Int64($0)) }
        members["pointer"] = (location?.pointer).map(FlagValue.string)
        return .object(members)
    }
}
