// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What the kill switch currently forces, and the document that says so.
struct KillSwitchLayer: Sendable {
    /// The path or URL of the document; nil when the client has no kill switch.
    var name: String?
    /// The last document; nil when none has been read yet.
    private(set) var document: KillSwitchDocument?
    /// The forced flags; empty once the document has expired.
    private(set) var table = FlagTable()

    init(_ name: String? = nil) {
        self.name = name
    }

    /// Takes a document; values that are the same as before keep their flags.
    mutating func set(_ new: KillSwitchDocument, at now: Instant) {
        if new == document { return }
        document = new
        guard now < new.expires else {
            table = FlagTable()
            return
        }
        var metadata: [String: FlagValue] = ["expires": .string(new.expires.description)]
        if let note = new.note { metadata["note"] = .string(note) }
        let before = table
        table = FlagTable(
            new.values.map { key, value in
                if let flag = before[key], flag.value == value, flag.metadata == metadata { return flag }
                return Flag(key, value, metadata: metadata, origin: .killSwitch)
            })
    }

    /// Drops the flags of an expired document and returns whether there were any.
    mutating func expire(at now: Instant) -> Bool {
        guard let document, now >= document.expires, !table.isEmpty else { return false }
        table = FlagTable()
        return true
    }
}
