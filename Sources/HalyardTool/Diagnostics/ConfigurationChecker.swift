// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// The diagnostics for one file.
struct FileDiagnostics {
    let path: String
    let diagnostics: [Diagnostic]
    /// The columns of the file's content, which is treated as empty if the file can't be read.
    let columns: CharacterColumns

    var errors: Int { diagnostics.count { $0.severity == .error } }
    var warnings: Int { diagnostics.count { $0.severity == .warning } }
    var notes: Int { diagnostics.count { $0.severity == .info } }
    var isUnreadable: Bool { diagnostics.contains { $0.code == "fileUnreadable" } }
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
    func check(_ path: String) -> FileDiagnostics {
        var diagnostics: [Diagnostic]
        do throws(ConfigurationError) {
            diagnostics = try registry.load(.file(path), host: machine).warnings
        } catch {
            diagnostics = error.diagnostics
        }
        // Other information describes this machine, which might not be the app's.
        diagnostics = diagnostics.filter { $0.severity > .info || $0.code == .missingFile }.map(adjusted)
        let bytes = try? machine.files.contents(of: path)
        return FileDiagnostics(path: path, diagnostics: diagnostics, columns: CharacterColumns(bytes ?? []))
    }

    /// Adjusts a diagnostic for a check on another machine than the app's.
    private func adjusted(_ diagnostic: Diagnostic) -> Diagnostic {
        var diagnostic = diagnostic
        if diagnostic.code == .variableNotSet, !isStrict { diagnostic.severity = .warning }
        if diagnostic.code == .unknownType {
            diagnostic.suggestion += " If only the app registers this type, add --type NAME."
        }
        return diagnostic
    }
}
