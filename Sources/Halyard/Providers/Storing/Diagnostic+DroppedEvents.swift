// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension Diagnostic {
    /// Creates the diagnostic about events that are lost.
    ///
    /// - Parameters:
    ///   - noun: The noun for the events, as it begins a sentence.
    ///   - count: The number of lost events.
    ///   - provider: The provider's type.
    ///   - reason: The reason, as a sentence.
    ///   - suggestion: The way to avoid it.
    package static func eventsDropped(
        _ noun: String, _ count: Int, of provider: String, _ reason: String, suggestion: String
    ) -> Diagnostic {
        Diagnostic(
            "eventsDropped", .warning, subject: provider, "\(noun) dropped: \(count). \(reason)",
            suggestion: suggestion)
    }
}
