// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension ProviderModule {
    /// Returns a module for types that only an app registers.
    ///
    /// Their settings are not checked.
    static func appTypes(_ names: [String]) -> ProviderModule {
        ProviderModule(
            types: names.map { name in
                ProviderType(name) { settings in
                    settings.acceptAll()
                    return InMemoryFlagProvider(name: settings.name)
                }
            },
            sinks: names.map { accepting($0, InMemorySink()) },
            hooks: names.map { accepting($0, LoggingHook.standardError()) },
            policies: names.map { accepting($0, VariantLookupPolicy.networkOnly) },
            strategies: names.map { accepting($0, .firstMatch) })
    }

    private static func accepting<Product: Sendable>(_ name: String, _ product: Product) -> ComponentFactory<Product> {
        ComponentFactory(name) { settings in
            settings.acceptAll()
            return product
        }
    }
}

extension SettingsReader {
    /// Reads every setting, so that none is reported as unknown.
    fileprivate func acceptAll() {
        for name in memberNames { _ = value(name) }
    }
}
