// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The properties that distinguish a provider's stored records from those of other services and other contexts.
public struct RecordIdentity: Sendable, Hashable {
    /// The parts of a context that must be the same for stored flags to be served.
    public enum Scope: Sendable, Hashable {
        /// Kinds and keys.
        ///
        /// Flags outlive a change of attributes, and each identity has one record.
        case identity
        /// Everything in the context.
        ///
        /// Each context has its own record. The newest 20 records are stored unless the policy sets a limit.
        case context
        /// Nothing.
        ///
        /// One record contains the rules for all contexts, for a provider of rules (``FlagProvider/rules(from:as:)``). Stored rules
        /// are served only until the service has responded. After that, the provider must keep its rules in memory for new contexts.
        case service
    }

    /// A string that distinguishes the services that providers of one name can use, such as an address or a key.
    ///
    /// It becomes part of a digest in the names of stored records, and is never stored as plain text. The same settings
    /// must give the same string in every launch of the app.
    public var service: String
    /// The parts of a context that must be the same.
    public var scope: Scope

    /// Creates a record identity.
    ///
    /// The default is one service, and kinds and keys.
    public init(service: String = "", scope: Scope = .identity) {
        self.service = service
        self.scope = scope
    }
}
