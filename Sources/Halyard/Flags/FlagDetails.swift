// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What of a flag no evaluation needs.
package final class FlagDetails: Sendable {
    static let none = FlagDetails(metadata: [:], vendor: .null)

    let metadata: [String: FlagValue]
    let vendor: FlagValue

    /// Makes details of facts for whoever looks at an evaluation, and facts for the vendor's own sink.
    package init(metadata: [String: FlagValue], vendor: FlagValue) {
        (self.metadata, self.vendor) = (metadata, vendor)
    }
}

/// The part of a text that a flag's details are read from when somebody asks for them.
///
/// Keeps the whole text, as the table does that the flag is in.
package struct FlagSource: Sendable {
    private let text: JSONPart
    private let read: @Sendable (FlagValue) -> FlagDetails

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - text: The flag's part.
    ///   - read: Takes the details from what it says.
    package init(_ text: JSONPart, read: @escaping @Sendable (FlagValue) -> FlagDetails) {
        (self.text, self.read) = (text, read)
    }

    var details: FlagDetails { read(text.value ?? .null) }
}
