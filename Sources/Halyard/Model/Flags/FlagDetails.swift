// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The parts of a flag that no evaluation needs.
package final class FlagDetails: Sendable {
    static let none = FlagDetails(metadata: [:], vendor: .null)

    let metadata: [String: FlagValue]
    let error: FlagError?
    private let facts: FlagValue
    private let text: JSONText?

    /// Creates details from facts for the details of an evaluation, facts for the vendor's own sink, and the reason why the flag
    /// has no value, if its source could not decide one.
    package init(metadata: [String: FlagValue], vendor: FlagValue, error: FlagError? = nil) {
        self.metadata = metadata
        self.error = error
        facts = vendor
        text = nil
    }

    /// Creates details whose facts for the vendor's own sink are read from a text each time they are asked for.
    ///
    /// Ten thousand flags are decoded in half the time if nobody creates a dictionary for each of them.
    package init(metadata: [String: FlagValue], vendor text: JSONText, error: FlagError? = nil) {
        self.metadata = metadata
        self.error = error
        facts = .null
        self.text = text
    }

    /// The facts for the vendor's own sink.
    var vendor: FlagValue { text?.value ?? facts }

    /// True if the other details say the same.
    func isEqual(to other: FlagDetails) -> Bool {
        if self === other { return true }
        guard metadata == other.metadata, error == other.error else { return false }
        if let text, let otherText = other.text, text == otherText { return true }
        return vendor == other.vendor
    }
}
