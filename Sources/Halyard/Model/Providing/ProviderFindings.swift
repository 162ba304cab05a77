// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Findings that are reported when a provider breaks its contract.
extension Diagnostic {
    static func foreignFlags(_ context: EvaluationContext, from provider: String) -> Diagnostic {
        Diagnostic(
            "foreignFlags", .warning, subject: provider,
            "The provider published flags of another context (\(context)) than it was asked for; they were left out.",
            suggestion: "Publish snapshots for request.context only.")
    }
}

extension FlagError {
    static func endedWithoutFlags(_ provider: String) -> FlagError {
        FlagError(
            .general,
            "The provider '\(provider)' ended without any flags. Its run must publish a snapshot or throw.")
    }
}
