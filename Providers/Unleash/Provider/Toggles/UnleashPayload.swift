// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A response of Unleash's Frontend API, read as far as it can be read.
///
/// A toggle that cannot be read is skipped and noted. Of two toggles with the same name the first counts.
struct UnleashPayload {
    private(set) var toggles: [(toggle: UnleashToggle, path: [String])] = []
    private(set) var findings = FindingList()

    /// Reads a document; nil when it has no list of toggles.
    init?(_ document: FlagValue) {
        guard case .array(let elements)? = document["toggles"] else { return nil }
        var names: Set<String> = []
        for (index, element) in elements.enumerated() {
            let path = ["toggles", String(index)]
            guard let toggle = UnleashToggle(element, at: path, &findings) else { continue }
            guard names.insert(toggle.name).inserted else {
                findings.add(
                    toggle.name, at: path, "A toggle of this name stands further up; this one was skipped.",
                    suggestion: "Remove one of them.")
                continue
            }
            toggles.append((toggle, path))
        }
    }

    /// The toggles as flags; one that is equal to an earlier flag is that flag, so that its counts continue.
    mutating func flags(origin: Origin, reusing earlier: FlagTable = FlagTable()) -> [Flag] {
        toggles.map { toggle, path in
            if let flag = earlier[toggle.name], flag.vendor == toggle.json, flag.origin == origin { return flag }
            return toggle.flag(origin: origin, at: path, &findings)
        }
    }
}
