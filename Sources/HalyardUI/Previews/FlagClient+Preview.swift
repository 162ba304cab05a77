// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Returns a client for previews, which serves the given values, and another client's values for all other flags.
    ///
    /// ```swift
    /// let flags = FlagClient.preview(.set(.newNav, true), .set(.limit, 3))
    /// ```
    /// The client has its flags when this function returns. It follows the other client while that client runs, and doesn't send
    /// events. Its overrides also apply in release builds. In SwiftUI, `flagOverrides` adds such a client to the environment.
    ///
    /// - Parameters:
    ///   - overrides: Values. If a flag has two values, the later one is used.
    ///   - base: Client that serves all other flags, or `nil` for default values.
    public static func preview(_ overrides: FlagOverrides..., over base: FlagClient? = nil) -> FlagClient {
        var options = Options()
        (options.lifecycle, options.reachability) = (nil, nil)
        options.overrides = OverrideOptions(allowedInRelease: true)
        let provider = base.map { ClientProvider($0) }
        let nothing = InMemoryFlagProvider(name: "preview")
        let client = FlagClient(
            provider: provider as (any FlagProvider)? ?? nothing, context: base?.context ?? .anonymous, options: options
        )
        client.force(FlagOverrides(overrides))
        let flags = provider?.cachedFlags(for: FlagRequest(context: client.context))
        client.perform(
            ClientTransition(interimFlags: flags.map { .flagSet($0) } ?? .unchanged, fetch: .restart(.start)))
        return client
    }

    /// Replaces all overrides that were set in code.
    func force(_ values: FlagOverrides) {
        for name in overrides.values.keys where values.values[name] == nil { overrides.set(name, nil) }
        for (name, value) in values.values { overrides.set(name, value) }
    }
}
