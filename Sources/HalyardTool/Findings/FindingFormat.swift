// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Forms in which findings are written.
enum FindingFormat {
    /// Each form by its name.
    static let all: [String: @Sendable ([FileFindings], ToolHost) -> String] = [
        "text": text, "json": { reports, _ in json(reports) }, "github": { reports, _ in github(reports) },
        "sarif": { reports, _ in SARIF.text(reports) },
    ]

    /// One line for each finding, and one for each file.
    private static func text(_ reports: [FileFindings], _ host: ToolHost) -> String {
        reports.flatMap { report in
            report.findings.map(host.outputStyle.line) + (host.isQuiet ? [] : [summary(report)])
        }.joined(separator: "\n")
    }

    private static func summary(_ report: FileFindings) -> String {
        let counts = [(report.errors, "error"), (report.warnings, "warning")].filter { $0.0 > 0 }
            .map { $0.0.counted($0.1) }
        return
            "\(counts.isEmpty ? "no findings" : counts.joined(separator: " and ")) in \(report.path.onOneLine.printable)"
    }

    private static func json(_ reports: [FileFindings]) -> String {
        JSONWriter.prettyText([
            "errors": .int(Int64(reports.reduce(0) { $0 + $1.errors })),
            "warnings": .int(Int64(reports.reduce(0) { $0 + $1.warnings })),
            "findings": .array(reports.flatMap { $0.findings.map(\.json) }),
        ])
    }

    /// The commands of GitHub's workflows, which show findings beside the lines of a pull request.
    private static func github(_ reports: [FileFindings]) -> String {
        reports.flatMap { report in
            report.findings.map { finding in
                let place = CharacterPlace(finding, in: report)
                let command = finding.severity == .error ? "error" : "warning"
                return "::\(command) file=\(escaped(place.file, "%\r\n:,")),line=\(place.line),col=\(place.column),"
                    + "title=\(escaped(finding.code.rawValue, "%\r\n:,"))::\(escaped(finding.sentence, "%\r\n"))"
            }
        }.joined(separator: "\n")
    }

    /// A text with some characters written as `%` and their number.
    private static func escaped(_ text: String, _ special: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if special.unicodeScalars.contains(scalar) {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "%" + (digits.count < 2 ? "0" : "") + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Diagnostic {
    /// What is wrong and what to do, without the file.
    var sentence: String {
        let place = location?.pointer ?? ""
        return (place.isEmpty ? "" : "\(place): ") + message + (suggestion.isEmpty ? "" : " \(suggestion)")
    }

    /// The JSON form; members that are not known are absent.
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
