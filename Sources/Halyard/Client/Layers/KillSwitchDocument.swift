// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A client's kill switch: a layer of flags with a source and an expiry date.
struct KillSwitchLayer: Sendable, Hashable {
    /// The path or URL of the document.
    var source: String
    /// The last good document, or `nil` if none has been read yet.
    var document: KillSwitchDocument?
}

/// The content of a kill switch.
struct KillSwitchDocument: Sendable, Hashable {
    /// The time at which the kill switch expires.
    var expires: Instant
    /// The reason for the kill switch.
    var note: String?
    /// The values by flag key.
    var values: [String: FlagValue]

    /// The maximum size of a document in bytes.
    static let maximumBytes = 1 << 20

    /// Returns the flags at a given time, or none if the kill switch has expired.
    func flags(at now: Instant) -> [EvaluatedFlag] {
        if now >= expires { return [] }
        var metadata: [String: FlagValue] = ["expires": .string(expires.description)]
        if let note { metadata["note"] = .string(note) }
        return values.map { EvaluatedFlag($0, $1, metadata: metadata, origin: .killSwitch) }
    }
}
