// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The parts of a flag that most flags don't have.
final class FlagDetails: Sendable {
    static let none = FlagDetails(metadata: [:], vendor: .null, error: nil)

    let vendor: FlagValue
    let error: FlagError?
    private let facts: [String: FlagValue]
    /// Metadata that is parsed only when it's needed.
    private let unread: (name: String, text: JSONText)?

    /// Creates details from facts for the evaluation details, facts for the vendor's own sink, and the reason why the
    /// source couldn't evaluate a value.
    init(metadata: [String: FlagValue], vendor: FlagValue, error: FlagError?) {
        self.vendor = vendor
        self.error = error
        facts = metadata
        unread = nil
    }

    /// Creates details with metadata that hasn't been parsed.
    init(unread: (name: String, text: JSONText), error: FlagError?) {
        vendor = .null
        facts = [:]
        self.error = error
        self.unread = unread
    }

    /// Returns true if the other details have the same metadata.
    func hasSameMetadata(as other: FlagDetails) -> Bool {
        if let unread, let otherUnread = other.unread, unread == otherUnread { return true }
        return metadata == other.metadata
    }

    /// Facts for the evaluation details.
    var metadata: [String: FlagValue] { unread.map { [$0.name: $0.text.value] } ?? facts }
}
