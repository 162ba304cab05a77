// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension EventStorage {
    /// Reads `storesEvents`, `storedEventsSize` and `storedEventsAge`.
    public init(_ settings: Settings) {
        self.init()
        settings.describe([
            "storesEvents": "Whether events that could not be sent are stored for the next launch.",
            "storedEventsSize": "How many bytes they may take.",
            "storedEventsAge": "How long they are kept.",
        ])
        isOn = settings.bool("storesEvents", default: isOn)
        size = settings.int("storedEventsSize", default: size, in: 0...1 << 30)
        age = settings.duration("storedEventsAge", default: age, in: .zero ... .seconds(31_557_600))
    }
}
