// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// How often something was made, and how often it arrived: by the text that says whose it is.
struct Account {
    /// What must arrive, and what may.
    private var counts: [String: (least: Int, most: Int, arrived: Int)] = [:]

    /// Something was made that must arrive; or may, where the app has said that nothing is to be collected.
    mutating func make(_ text: String, isOwed: Bool = true) {
        counts[text, default: (0, 0, 0)].most += 1
        if isOwed { counts[text]?.least += 1 }
    }

    /// Something arrived; what is wrong with that.
    mutating func arrive(_ text: String, _ count: Int) -> String? {
        counts[text, default: (0, 0, 0)].arrived += count
        guard let entry = counts[text], entry.arrived > entry.most else { return nil }
        return "\(text) arrived \(entry.arrived) times, but was made \(entry.most) times"
    }

    /// What is not there yet need not come any more.
    mutating func forgive(where isMeant: (String) -> Bool = { _ in true }) {
        for (text, entry) in counts where entry.arrived < entry.least && isMeant(text) {
            counts[text]?.least = entry.arrived
        }
    }

    /// What is not there yet need not come any more, but for so many.
    mutating func forgive(butFor rests: [String: Int]) {
        for (text, entry) in counts { counts[text]?.least = min(entry.least, entry.arrived + (rests[text] ?? 0)) }
    }

    /// What is missing, in order.
    func missing(where isMeant: (String) -> Bool = { _ in true }) -> [(text: String, count: Int)] {
        counts.filter { isMeant($0.key) && $0.value.arrived < $0.value.least }
            .map { ($0.key, $0.value.least - $0.value.arrived) }.sorted { $0.text < $1.text }
    }
}
