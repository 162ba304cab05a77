// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardUnleashClient

/// Flags that the app reads with Halyard.
enum MovedFlags {
    static func isOn(_ name: String) -> Bool {
        let unleash = UnleashClient(
            unleashUrl: "https://flags.example.com/api/frontend", clientKey: "key", disableMetrics: true,
            bootstrap: .toggles([Toggle(name: "new-nav", enabled: true)]))
        return unleash.isEnabled(name: name)
    }
}
