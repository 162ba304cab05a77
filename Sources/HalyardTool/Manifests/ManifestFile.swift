// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardManifest

/// A flag manifest that a command line names.
struct ManifestFile {
    /// The default file.
    static let standard = "flags.json"

    let path: String
    let bytes: [UInt8]

    init(_ path: String?, _ host: ToolHost) throws(ToolError) {
        self.path = path ?? Self.standard
        bytes = try host.contents(of: self.path)
    }

    /// Writes the manifest's problems to standard error, and returns a Boolean value that indicates whether one is an error.
    func report(_ problems: [ManifestProblem], _ host: ToolHost) -> Bool {
        for problem in problems { host.report(problem.diagnostic(file: path)) }
        return problems.contains { $0.severity == .error }
    }
}

extension ManifestProblem {
    /// Returns the problem as a diagnostic.
    fileprivate func diagnostic(file: String) -> Diagnostic {
        Diagnostic(
            Diagnostic.Code(rawValue: code.rawValue), severity == .error ? .error : .warning,
            location: .init(file: file, line: position.line, column: position.column, pointer: pointer), message,
            suggestion: suggestion)
    }
}
