// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What distinguishes a provider's stored records from those of other services, and for other contexts.
public struct RecordIdentity: Sendable, Hashable {
    /// How much of a context must be the same for stored flags to be served.
    public enum Scope: Sendable, Hashable {
        /// Kinds and keys: flags outlive a change of attributes, and each identity has one record.
        case identity
        /// Everything in the context: each context has a record of its own, the newest twenty unless the policy sets a limit.
        case context
        /// Nothing: one record holds what decides for all contexts, for a provider of rules (``FlagProvider/rules(from:as:)``).
        case service
    }

    /// Distinguishes the services that providers of one name may use: an address, a key.
    ///
    /// It becomes part of a digest in the names of stored records, never plain text. The same settings must give the same
    /// text in every run of the app.
    public var service: String
    /// How much of a context must be the same.
    public var scope: Scope

    /// Makes the identity of records; by default there is one service, and kinds and keys decide.
    public init(service: String = "", scope: Scope = .identity) {
        self.service = service
        self.scope = scope
    }
}
