// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Rules are stored as their provider noted them, and are the same for all contexts.
extension FlagSet {
    /// The snapshot without its flags: what is stored of one whose rules decide them, and what its provider resumes from.
    func ofRules(for context: EvaluationContext) -> FlagSet {
        FlagSet(FlagTable(), for: context, validator: validator, providerData: providerData, confirmedAt: confirmedAt)
    }

    /// The flags that stored rules decide for a context; nil when the provider cannot read them.
    func decided(by provider: any FlagProvider, for context: EvaluationContext) -> FlagSet? {
        provider.storedRules(from: providerData, as: .persisted).map { rules in
            FlagSet(
                deciding: rules, for: context, validator: validator, providerData: providerData, confirmedAt: confirmedAt,
                expiresAt: expiresAt)
        }
    }
}

extension FlagProvider {
    /// The rules that a provider, or the one that it is wrapped around, makes of notes; nil when it can make none.
    func storedRules(from providerData: FlagValue, as kind: Origin.Kind) -> (any FlagRules)? {
        rules(from: providerData, as: kind) ?? (self as? any ProviderWrapper)?.inner.storedRules(from: providerData, as: kind)
    }
}
