// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension Diagnostic {
    /// Creates the diagnostic for dropped events.
    ///
    /// - Parameters:
    ///   - noun: The plural noun for the events, capitalized.
    ///   - count: The number of dropped events.
    ///   - provider: The provider's type.
    ///   - reason: The reason, as a sentence.
    ///   - suggestion: The way to avoid the loss.
    package static func eventsDropped(
        _ noun: String, _ count: Int, of provider: String, _ reason: String, suggestion: String
    ) -> Diagnostic {
        Diagnostic(
            "eventsDropped", .warning, subject: provider, "\(noun) dropped: \(count). \(reason)",
            suggestion: suggestion)
    }
}
