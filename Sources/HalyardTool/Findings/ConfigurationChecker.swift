// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// The diagnostics for one file.
struct FileFindings {
    let path: String
    let findings: [Diagnostic]
    /// The columns of the file's content, which is treated as empty if the file can't be read.
    let columns: CharacterColumns

    var errors: Int { findings.count { $0.severity == .error } }
    var warnings: Int { findings.count { $0.severity == .warning } }
    var notes: Int { findings.count { $0.severity == .info } }
    var isUnreadable: Bool { findings.contains { $0.code == "fileUnreadable" } }
}

/// Checks configurations without starting a client.
struct ConfigurationChecker {
    private let registry: ProviderRegistry
    private let machine: ConfigurationHost
    private let isStrict: Bool

    /// Creates a checker.
    ///
    /// - Parameters:
    ///   - appTypes: The types that only the app registers.
    ///   - isStrict: A Boolean value that indicates whether an unset environment variable is an error.
    init(_ host: ToolHost, appTypes: [String], isStrict: Bool) {
        registry = ProviderRegistry(.known + [.appTypes(appTypes)])
        machine = {
            var machine = host.machine
            machine.checksFiles = true
            return machine
        }()
        self.isStrict = isStrict
    }

    /// Returns every diagnostic for a file.
    func check(_ path: String) -> FileFindings {
        var findings: [Diagnostic]
        do throws(ConfigurationError) {
            findings = try registry.load(.file(path), host: machine).warnings
        } catch {
            findings = error.findings
        }
        // Other information describes this machine, which might not be the app's.
        findings = findings.filter { $0.severity > .info || $0.code == .missingFile }.map(adjusted)
        let bytes = try? machine.files.contents(of: path)
        return FileFindings(path: path, findings: findings, columns: CharacterColumns(bytes ?? []))
    }

    /// Adjusts a diagnostic for a check on another machine than the app's.
    private func adjusted(_ finding: Diagnostic) -> Diagnostic {
        var finding = finding
        if finding.code == .variableNotSet, !isStrict { finding.severity = .warning }
        if finding.code == .unknownType {
            finding.suggestion += " If only the app registers this type, add --type NAME."
        }
        return finding
    }
}
