// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardOFREP
import HalyardUnleash

extension [ProviderModule] {
    /// The modules whose types a configuration can use.
    static let known: [ProviderModule] = [
        .launchDarkly,
        .ofrep,
        .unleash,
    ]
}
