// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A client's kill switch: a layer of flags with a source and an expiry date.
struct KillSwitchLayer: Sendable, Hashable {
    /// The path or URL of the document.
    var source: String
    /// The last good document, or nil if none has been read yet.
    var document: KillSwitchDocument?
}

/// The content of a kill switch.
struct KillSwitchDocument: Sendable, Hashable {
    /// When it stops having any effect.
    var expires: Instant
    /// Why it exists.
    var note: String?
    /// The forced values by flag name.
    var values: [String: FlagValue]

    /// The maximum size of a document in bytes.
    static let maximumBytes = 1 << 20

    /// The forced flags at a moment: none once it has expired.
    func flags(at now: Instant) -> [EvaluatedFlag] {
        if now >= expires { return [] }
        var metadata: [String: FlagValue] = ["expires": .string(expires.description)]
        if let note { metadata["note"] = .string(note) }
        return values.map { EvaluatedFlag($0, $1, metadata: metadata, origin: .killSwitch) }
    }
}
