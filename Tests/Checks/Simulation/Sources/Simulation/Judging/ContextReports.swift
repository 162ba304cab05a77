// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The contexts that one provider object has reported to LaunchDarkly, each of which it reports once in five minutes.
struct ContextReports {
    /// The time of each context's last report, by key.
    private var indexed: [String: Int64] = [:]
    private var known: Set<String> = []

    /// Adds the contexts of a payload, and returns an error if one is reported twice, or after an event about it.
    mutating func problem(in events: FlagValue) -> String? {
        guard case .array(let events) = events else { return nil }
        for event in events {
            guard case .string(let kind)? = event["kind"], case .string(let key)? = event["context"]?["key"],
                case .int(let date)? = event["creationDate"]
            else { continue }
            if kind == "index", let last = indexed.updateValue(date, forKey: key), date - last < 300_000 {
                return "the context of \(key) arrived again after \(date - last) ms"
            }
            if kind == "index" || kind == "identify" {
                known.insert(key)
            } else if !known.contains(key) {
                return "an event of the kind \(kind) arrived before the context of \(key)"
            }
        }
        return nil
    }
}
