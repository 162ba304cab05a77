// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Rules are stored as their provider's data, and are the same for all contexts.
extension FlagSet {
    /// Returns the flag set without the flags that rules evaluate, to store it and to resume its provider.
    func ofRules(for context: EvaluationContext) -> FlagSet {
        FlagSet(FlagTable(), for: context, validator: validator, providerData: providerData, confirmedAt: confirmedAt)
    }

    /// Returns the flags that stored rules evaluate for a context, or `nil` if the provider can't read the rules.
    func decided(by provider: any FlagProvider, for context: EvaluationContext) -> FlagSet? {
        provider.storedRules(from: providerData, as: .persisted).map { rules in
            FlagSet(
                deciding: rules, for: context, validator: validator, providerData: providerData,
                confirmedAt: confirmedAt,
                expiresAt: expiresAt)
        }
    }
}

extension FlagProvider {
    /// Returns the rules that a provider or its wrapped provider creates from its data, or `nil` if neither can.
    func storedRules(from providerData: FlagValue, as kind: Origin.Kind) -> (any FlagRules)? {
        rules(from: providerData, as: kind)
            ?? (self as? any ProviderWrapper)?.inner.storedRules(from: providerData, as: kind)
    }
}
