// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The parts of a flag that no evaluation needs.
package final class FlagDetails: Sendable {
    static let none = FlagDetails(metadata: [:], vendor: .null)

    let metadata: [String: FlagValue]
    let vendor: FlagValue
    let error: FlagError?

    /// Makes details from facts for the details of an evaluation, facts for the vendor's own sink, and the reason why the flag
    /// has no value, if its source could not decide one.
    package init(metadata: [String: FlagValue], vendor: FlagValue, error: FlagError? = nil) {
        (self.metadata, self.vendor, self.error) = (metadata, vendor, error)
    }
}

/// The part of a text that a flag's details are read from on demand.
///
/// Keeps the whole text, as does the table that contains the flag.
package final class FlagSource: Sendable {
    private let text: JSONPart
    private let read: @Sendable (FlagValue) -> FlagDetails
    private let known = OnceReferences<FlagDetails>()

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - text: The flag's part.
    ///   - read: Reads the details from the part's value.
    package init(_ text: JSONPart, read: @escaping @Sendable (FlagValue) -> FlagDetails) {
        (self.text, self.read) = (text, read)
    }

    /// The details, read from the text on first use and kept.
    var details: FlagDetails { known[0] ?? known.fill(0, with: read(text.value ?? .null)) }
}
