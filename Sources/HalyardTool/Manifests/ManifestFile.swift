// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardManifest

/// A flag manifest that a command line names.
struct ManifestFile {
    /// The file that is read when none is named.
    static let standard = "flags.json"

    let path: String
    let bytes: [UInt8]

    init(_ path: String?, _ host: ToolHost) throws(ToolError) {
        self.path = path ?? Self.standard
        bytes = try host.contents(of: self.path)
    }

    /// Writes findings about the manifest to standard error; returns whether one is an error.
    func report(_ problems: [ManifestProblem], _ host: ToolHost) -> Bool {
        for problem in problems { host.report(problem.diagnostic(file: path)) }
        return problems.contains { $0.severity == .error }
    }
}

extension ManifestProblem {
    /// The finding in the form of all others.
    fileprivate func diagnostic(file: String) -> Diagnostic {
        Diagnostic(
            Diagnostic.Code(rawValue: code.rawValue), severity == .error ? .error : .warning,
            location: .init(file: file, line: position.line, column: position.column, pointer: pointer), message,
            suggestion: suggestion)
    }
}
