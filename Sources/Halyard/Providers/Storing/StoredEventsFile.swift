// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A file of stored events, as its name describes it.
struct StoredEventsFile: Sendable, Hashable {
    private static let suffix = ".events"
    private static let claimSuffix = ".sending"

    let savedAt: Instant
    let count: Int
    private let id: String
    /// Since when a process has been sending it; nil while none is.
    private(set) var claimedAt: Instant?

    init(_ payload: EventPayload, savedAt: Instant) {
        self.savedAt = savedAt
        count = payload.count
        id = payload.id
    }

    /// Reads a file's name; nil for any other.
    init?(name: some StringProtocol) {
        var name = Substring(name)
        if name.hasSuffix(Self.claimSuffix) {
            let claim = name.dropLast(Self.claimSuffix.utf8.count).split(separator: ".")
            guard claim.count == 3, let moment = Int64(claim[2]) else { return nil }
            claimedAt = Instant(millisecondsSinceEpoch: moment)
            name = name.prefix(claim[0].utf8.count + Self.suffix.utf8.count)
        }
        guard name.hasSuffix(Self.suffix) else { return nil }
        let parts = name.dropLast(Self.suffix.utf8.count).split(separator: "-", maxSplits: 2)
        guard parts.count == 3, let moment = Int64(parts[0]), let count = Int(parts[1]) else { return nil }
        savedAt = Instant(millisecondsSinceEpoch: moment)
        self.count = count
        id = String(parts[2])
    }

    /// Reads the name of a file that was not written completely; nil for any other.
    init?(halfWritten name: String) {
        guard let end = name.split(separator: ".").first?.utf8.count else { return nil }
        self.init(name: name.prefix(end) + Self.suffix)
    }

    /// The name; the ascending order of names is that of the files from the oldest on.
    var name: String {
        // Thirteen digits last until the year 2286.
        let moment = String(max(0, savedAt.millisecondsSinceEpoch))
        let padded = String(repeating: "0", count: max(0, 13 - moment.utf8.count)) + moment
        let claim = claimedAt.map { ".\($0.millisecondsSinceEpoch)\(Self.claimSuffix)" } ?? ""
        return "\(padded)-\(count)-\(id)\(Self.suffix)\(claim)"
    }

    /// The same file with a claim from a moment, or without one.
    func claimed(at moment: Instant?) -> Self {
        var file = self
        file.claimedAt = moment
        return file
    }
}
