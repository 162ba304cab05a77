// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// All errors in a configuration, found in one pass.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The findings, in the order of their places in the file; each says what is wrong, where, and how to fix it.
    public let findings: [Diagnostic]

    /// Makes an error from its findings.
    public init(findings: [Diagnostic]) {
        self.findings = findings
    }

    /// One line for each finding.
    public var description: String { findings.map(\.description).joined(separator: "\n") }
}
