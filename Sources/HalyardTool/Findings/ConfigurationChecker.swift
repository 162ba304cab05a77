// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// What was found in one file.
struct FileFindings {
    let path: String
    let findings: [Diagnostic]
    /// The columns of the file's content, which counts as empty if it can't be read.
    let columns: CharacterColumns

    var errors: Int { findings.count { $0.severity == .error } }
    var warnings: Int { findings.count { $0.severity == .warning } }
    var notes: Int { findings.count { $0.severity == .info } }
    var isUnreadable: Bool { findings.contains { $0.code == "fileUnreadable" } }
}

/// Checks configurations without starting anything.
struct ConfigurationChecker {
    private let registry: ProviderRegistry
    private let machine: ConfigurationHost
    private let isStrict: Bool

    /// - Parameters:
    ///   - appTypes: The types that only the app registers.
    ///   - isStrict: Whether a variable that is not set is an error.
    init(_ host: ToolHost, appTypes: [String], isStrict: Bool) {
        registry = ProviderRegistry(.known + [.appTypes(appTypes)])
        machine = {
            var machine = host.machine
            machine.checksFiles = true
            return machine
        }()
        self.isStrict = isStrict
    }

    /// Finds everything that is wrong with a file.
    func check(_ path: String) -> FileFindings {
        var findings: [Diagnostic]
        do throws(ConfigurationError) {
            findings = try registry.load(.file(path), host: machine).warnings
        } catch {
            findings = error.findings
        }
        // Other information is about this machine, which needn't be the app's.
        findings = findings.filter { $0.severity > .info || $0.code == .missingFile }.map(adjusted)
        let bytes = try? machine.files.contents(of: path)
        return FileFindings(path: path, findings: findings, columns: CharacterColumns(bytes ?? []))
    }

    /// A finding as it applies to a file that is checked on another machine than the app's.
    private func adjusted(_ finding: Diagnostic) -> Diagnostic {
        var finding = finding
        if finding.code == .variableNotSet, !isStrict { finding.severity = .warning }
        if finding.code == .unknownType {
            finding.suggestion += " A type that only the app registers is accepted with --type NAME."
        }
        return finding
    }
}
