// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The information in the name of a file of stored events.
struct StoredEventsFile: Sendable, Hashable {
    private static let suffix = ".events"
    private static let claimSuffix = ".sending"

    let savedAt: Instant
    let count: Int
    private let id: String
    /// The time when a process claimed the file, or `nil` if no process is sending it.
    private(set) var claimedAt: Instant?

    init(_ payload: EventPayload, savedAt: Instant) {
        self.savedAt = savedAt
        count = payload.count
        id = payload.id
    }

    /// Parses a file's name.
    ///
    /// Returns `nil` if it isn't the name of such a file.
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

    /// Parses the name of a partially written file.
    ///
    /// Returns `nil` if it isn't the name of such a file.
    init?(halfWritten name: String) {
        guard let end = name.split(separator: ".").first?.utf8.count else { return nil }
        self.init(name: name.prefix(end) + Self.suffix)
    }

    /// The file's name.
    ///
    /// Names in ascending order list the oldest files first.
    var name: String {
        // Thirteen digits are enough until the year 2286.
        let moment = String(max(0, savedAt.millisecondsSinceEpoch))
        let padded = String(repeating: "0", count: max(0, 13 - moment.utf8.count)) + moment
        let claim = claimedAt.map { ".\($0.millisecondsSinceEpoch)\(Self.claimSuffix)" } ?? ""
        return "\(padded)-\(count)-\(id)\(Self.suffix)\(claim)"
    }

    /// Returns the same file with a claim at the given time, or without a claim.
    func claimed(at moment: Instant?) -> Self {
        var file = self
        file.claimedAt = moment
        return file
    }
}
