// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import UnleashProxyClientSwift

/// Flags that the app still reads with Unleash's own client.
enum RemainingFlags {
    static func isOn(_ name: String) -> Bool { UnleashClient().isEnabled(name: name) }
}
