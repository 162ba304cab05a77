// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Information about the current provider besides its flags.
extension FlagClient {
    /// The agreement between the providers that the current provider combines, or `nil` if it doesn't combine any.
    ///
    /// Doesn't perform I/O.
    public var parity: ParityReport? {
        var provider = provider
        while let current = provider, current.children.count == 1, !(current is CombinedProvider) {
            provider = current.children.first
        }
        return (provider as? CombinedProvider)?.parity
    }

    /// Returns the form of a context for each vendor of the current provider.
    ///
    /// Uses the client's context if you don't pass one. Doesn't perform I/O.
    public func mappings(of context: EvaluationContext? = nil) -> ContextMappings {
        ContextMappings(provider?.leafMappings(of: context ?? self.context) ?? [])
    }

    private var provider: (any FlagProvider)? { core.withLock { $0.sessions[$0.machine.session]?.provider } }
}
