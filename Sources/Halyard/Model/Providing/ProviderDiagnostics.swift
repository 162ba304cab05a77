// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Diagnostics for a provider that breaks its contract.
extension Diagnostic {
    static func foreignFlags(_ context: EvaluationContext, from provider: String) -> Diagnostic {
        Diagnostic(
            "foreignFlags", .warning, subject: provider,
            "Ignored flags that the provider published for another context (\(context)).",
            suggestion: "Publish flag sets for request.context only.")
    }
}

extension FlagError {
    static func endedWithoutFlags(_ provider: String) -> FlagError {
        FlagError(
            .general,
            "The provider '\(provider)' ended without publishing flags. Publish a flag set, or throw an error.")
    }
}
