// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Configuration
import Halyard
import Synchronization

/// swift-configuration as an app would use it for flags: values in memory, keys made once, each read reported and counted.
///
/// The file imports both modules, as an app's files do: both have a type `InMemoryFlagProvider`, and the module's name tells them apart.
struct ConfigurationPeer {
    /// The lightest reporter that can count.
    private final class Counter: AccessReporter {
        private let count = Atomic<Int>(0)

        func report(_ event: AccessEvent) { count.add(1, ordering: .relaxed) }
    }

    private let reader: ConfigReader
    private let keys: [ConfigKey]

    /// Makes a reader of truth values by these names.
    init(_ names: [String]) {
        let values = names.map { (AbsoluteConfigKey([$0]), ConfigValue(.bool(true), isSecret: false)) }
        reader = ConfigReader(
            provider: Configuration.InMemoryProvider(values: Dictionary(uniqueKeysWithValues: values)),
            accessReporter: Counter())
        keys = names.map { ConfigKey([$0]) }
    }

    func read(_ times: Int) -> Int {
        var sum = 0
        for key in keys {
            for _ in 0..<times / keys.count where reader.bool(forKey: key, default: false) { sum += 1 }
        }
        return sum
    }
}
