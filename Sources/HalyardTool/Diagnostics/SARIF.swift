// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The Static Analysis Results Interchange Format (SARIF) 2.1.0, which code scanners read.
enum SARIF {
    static func json(_ reports: [FileDiagnostics]) -> FlagValue {
        let results = reports.flatMap { report in report.diagnostics.map { result($0, in: report) } }
        return [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
            "runs": [
                [
                    "tool": ["driver": ["name": .string(Tool.name), "rules": rules(of: reports)]],
                    "columnKind": "utf16CodeUnits", "results": .array(results),
                ]
            ],
        ]
    }

    private static func rules(of reports: [FileDiagnostics]) -> FlagValue {
        .array(Set(reports.flatMap { $0.diagnostics.map(\.code.rawValue) }).sorted().map { ["id": .string($0)] })
    }

    private static func result(_ diagnostic: Diagnostic, in report: FileDiagnostics) -> FlagValue {
        let place = CharacterPlace(diagnostic, in: report)
        return [
            "ruleId": .string(diagnostic.code.rawValue),
            "level": .string(diagnostic.severity.name(ofInformation: "note")),
            "message": ["text": .string(diagnostic.sentence)],
            "locations": [
                [
                    "physicalLocation": [
                        "artifactLocation": ["uri": .string(uri(place.file))],
                        "region": ["startLine": .int(Int64(place.line)), "startColumn": .int(Int64(place.column))],
                    ]
                ]
            ],
        ]
    }

    /// Returns a path as a URI reference (RFC 3986).
    private static func uri(_ path: String) -> String {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
        let text = path.utf8.reduce(into: "") { text, byte in
            if plain.contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
        return path.hasPrefix("/") ? "file://" + text : text
    }
}
