// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension EventStorageOptions {
    /// Creates options from the settings `storeEvents`, `storedEventsSize`, and `storedEventsAge`.
    public init(_ settings: SettingsReader) {
        self.init()
        isOn = settings.bool(
            "storeEvents", "Stores unsent events for the next launch.", default: isOn)
        size = settings.int(
            "storedEventsSize", "Maximum size of the stored events, in bytes.", default: size, in: 0...1 << 30)
        age = settings.duration(
            "storedEventsAge", "Maximum age of the stored events.", default: age, in: .zero ... .seconds(31_557_600))
    }
}
