// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A store that keeps records by key: on disk, in memory, or in a custom location.
///
/// A store doesn't depend on flags. Halyard checks each record when it reads it, so a store that loses or damages records does no
/// harm. Several clients can use a store, from any thread. Its functions can take as long as disk access takes, but must not block
/// the cooperative thread pool.
public protocol FlagStore: Sendable {
    /// Returns the bytes for a key, or `nil` if there are none.
    ///
    /// The bytes count as used.
    func load(_ key: StoreKey) async throws -> [UInt8]?

    /// Stores bytes for a key, and replaces earlier bytes.
    ///
    /// A concurrent reader gets either the complete old or the complete new bytes.
    func save(_ bytes: [UInt8], as key: StoreKey) async throws

    /// Removes the bytes for a key, if there are any.
    func delete(_ key: StoreKey) async throws

    /// Returns the keys of a scope, with the most recently used key first.
    func keys(in scope: StoreKey.Scope) async throws -> [StoreKey]

    /// Returns a diagnostic about the location of the records, or `nil`.
    ///
    /// Halyard reports it when a client starts. The default implementation returns `nil`.
    func diagnostic() async -> Diagnostic?
}

extension FlagStore {
    /// Returns `nil`.
    public func diagnostic() async -> Diagnostic? { nil }
}

/// A store that can also be read synchronously, which vendors' client APIs require.
package protocol ImmediateFlagStore: FlagStore {
    /// Returns the same bytes as `load`, on this thread, from memory or one file.
    func loadNow(_ key: StoreKey) throws -> [UInt8]?

    /// The records to be written to this store, which `load` and `loadNow` include.
    var unwritten: UnwrittenRecords { get }
}

/// The key of a record, which only contains digests, so that it reveals nothing.
public struct StoreKey: Sendable, Hashable {
    /// A provider and its service.
    public struct Scope: Sendable, Hashable {
        /// The SHA-256 of both, in hexadecimal.
        public let digest: String

        /// Creates the scope of a provider.
        ///
        /// - Parameters:
        ///   - provider: The provider's name.
        ///   - environment: The identification of the service (``RecordIdentity/service``).
        public init(provider: String, environment: String) {
            let parts = FlagValue.array([.string(provider), .string(environment)])
            digest = SHA256.hexDigest(of: parts.description.utf8)
        }
    }

    /// The provider and the service.
    public let scope: Scope
    /// The SHA-256 of the record's identity (``EvaluationContext/identityDigest``).
    public let identity: String
    /// The SHA-256 of the policy's slot.
    public let slot: String

    /// Creates the key of a context's record.
    ///
    /// - Parameters:
    ///   - scope: The provider and the service.
    ///   - context: The record's context.
    ///   - slot: The policy's name for the record (``PersistencePolicy/slot(for:)``).
    public init(_ scope: Scope, _ context: EvaluationContext, slot: String) {
        self.init(scope, identity: context.identityDigest, slot: SHA256.hexDigest(of: slot.utf8))
    }

    /// Creates a key from its digests, for stores that list their keys.
    public init(_ scope: Scope, identity: String, slot: String) {
        self.scope = scope
        self.identity = identity
        self.slot = slot
    }

    /// The key without its scope, as a file name: two digests with a `-` between them.
    public var name: String { "\(identity)-\(slot)" }

    /// Parses a file name.
    ///
    /// Returns `nil` if it isn't the name of a record.
    public init?(_ scope: Scope, name: String) {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        let isDigest = { (part: Substring) in part.count == 64 && part.allSatisfy(\.isHexDigit) }
        guard parts.count == 2, parts.allSatisfy(isDigest) else { return nil }
        self.init(scope, identity: String(parts[0]), slot: String(parts[1]))
    }
}
