// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The numbers of created and of arrived items, by a text that names their person.
struct Account {
    /// The number of items that must arrive, that can arrive, and that did arrive.
    private var counts: [String: (least: Int, most: Int, arrived: Int)] = [:]

    /// Adds an item.
    ///
    /// It doesn't have to arrive if the app has disabled collection.
    mutating func make(_ text: String, isOwed: Bool = true) {
        counts[text, default: (0, 0, 0)].most += 1
        if isOwed { counts[text]?.least += 1 }
    }

    /// Adds arrived items, and returns an error if too many arrived.
    mutating func arrive(_ text: String, _ count: Int) -> String? {
        counts[text, default: (0, 0, 0)].arrived += count
        guard let entry = counts[text], entry.arrived > entry.most else { return nil }
        return "\(text) arrived \(entry.arrived) times, but was made \(entry.most) times"
    }

    /// Allows missing items to remain missing.
    mutating func forgive(where isMeant: (String) -> Bool = { _ in true }) {
        for (text, entry) in counts where entry.arrived < entry.least && isMeant(text) {
            counts[text]?.least = entry.arrived
        }
    }

    /// Allows missing items to remain missing, except for the specified numbers.
    mutating func forgive(butFor rests: [String: Int]) {
        for (text, entry) in counts { counts[text]?.least = min(entry.least, entry.arrived + (rests[text] ?? 0)) }
    }

    /// Returns the missing items in order.
    func missing(where isMeant: (String) -> Bool = { _ in true }) -> [(text: String, count: Int)] {
        counts.filter { isMeant($0.key) && $0.value.arrived < $0.value.least }
            .map { ($0.key, $0.value.least - $0.value.arrived) }.sorted { $0.text < $1.text }
    }
}
