// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// What the current provider offers besides its flags.
extension FlagClient {
    /// How far the providers agreed that the current provider combines and compares; nil when it combines none.
    ///
    /// Memory only.
    public var parity: ParityReport? {
        var provider = provider
        while let current = provider, current.children.count == 1, !(current is CombinedProvider) {
            provider = current.children.first
        }
        return (provider as? CombinedProvider)?.parity
    }

    /// A context as the vendors of the current provider see it, side by side; the client's own context unless another is given.
    ///
    /// Memory only.
    public func mappings(of context: EvaluationContext? = nil) -> ContextMappings {
        ContextMappings(provider?.leafMappings(of: context ?? self.context) ?? [])
    }

    private var provider: (any FlagProvider)? { core.withLock { $0.sessions[$0.machine.session]?.provider } }
}
