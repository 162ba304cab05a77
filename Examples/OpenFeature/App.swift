// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
@preconcurrency import OpenFeature

/// Makes a Halyard client the source of the flags that the app reads through OpenFeature's SDK.
func startFlags(of provider: any FlagProvider) async -> FlagClient {
    let flags = FlagClient(provider: provider)
    await OpenFeatureAPI.shared.setProviderAndWait(
        provider: HalyardFeatureProvider(flags), initialContext: ImmutableContext(targetingKey: "ada"))
    return flags
}

/// Reads a flag through OpenFeature's SDK.
func isNewCheckoutOn() -> Bool {
    OpenFeatureAPI.shared.getClient().getBooleanValue(key: "new-checkout", defaultValue: false)
}

/// Creates a provider that keeps a user's email address out of events.
func privateProvider(_ flags: FlagClient) -> HalyardFeatureProvider {
    HalyardFeatureProvider(flags) { context in
        Halyard.EvaluationContext(context).keepingPrivate("email")
    }
}
