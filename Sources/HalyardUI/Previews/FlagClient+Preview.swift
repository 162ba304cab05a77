// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// A client for previews: it serves the given values, and below them what another client serves.
    ///
    /// ```swift
    /// let flags = FlagClient.preview(.set(.newNav, true), .set(.limit, 3))
    /// ```
    /// It has its flags when this returns, follows the other client while that runs, and sends no events. Its overrides work in
    /// release builds, too. In SwiftUI, `flagOverrides` puts one into the environment.
    ///
    /// - Parameters:
    ///   - overrides: The values; of two values for one flag the later one stays.
    ///   - base: The client that serves all other flags; nil for the callers' defaults.
    public static func preview(_ overrides: FlagOverrides..., over base: FlagClient? = nil) -> FlagClient {
        var options = Options()
        (options.lifecycle, options.reachability) = (nil, nil)
        options.overrides = OverrideOptions(allowedInRelease: true)
        let provider = base.map { ClientProvider($0) }
        let nothing = InMemoryProvider(name: "preview")
        let client = FlagClient(
            provider: provider as (any FlagProvider)? ?? nothing, context: base?.context ?? .anonymous, options: options
        )
        client.force(FlagOverrides(overrides))
        let flags = provider?.cachedFlags(for: FlagRequest(context: client.context))
        client.perform(ClientTransition(interimFlags: flags.map { .flagSet($0) } ?? .unchanged, fetch: .restart(.start)))
        return client
    }

    /// Forces flags in code, in place of those that were forced before.
    func force(_ values: FlagOverrides) {
        for name in overrides.values.keys where values.values[name] == nil { overrides.set(name, nil) }
        for (name, value) in values.values { overrides.set(name, value) }
    }
}
