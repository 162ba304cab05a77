// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension EventStorage {
    /// Reads `storeEvents`, `storedEventsSize` and `storedEventsAge`.
    public init(_ settings: SettingsReader) {
        self.init()
        isOn = settings.bool(
            "storeEvents", "Whether events that could not be sent are stored for the next launch.", default: isOn)
        size = settings.int("storedEventsSize", "How many bytes they may take.", default: size, in: 0...1 << 30)
        age = settings.duration(
            "storedEventsAge", "How long they are kept.", default: age, in: .zero ... .seconds(31_557_600))
    }
}
