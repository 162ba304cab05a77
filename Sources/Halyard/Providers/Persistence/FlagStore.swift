// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Keeps records under keys: on disk, in memory, or wherever an app wants them.
///
/// A store knows nothing about flags; what it keeps is checked when it is read back, so a store that loses or damages a
/// record does no harm. It may be used by several clients and from any thread, and its calls may take as long as a disk
/// takes, but must not block the cooperative thread pool.
public protocol FlagStore: Sendable {
    /// Returns the bytes under a key, which count as used now; nil when there are none.
    func load(_ key: StoreKey) async throws -> [UInt8]?

    /// Stores bytes under a key, replacing earlier ones; a concurrent reader gets either the old or the new ones, complete.
    func save(_ bytes: [UInt8], as key: StoreKey) async throws

    /// Removes the bytes under a key; it is not an error if there are none.
    func delete(_ key: StoreKey) async throws

    /// The keys of a scope, the most recently used first.
    func keys(in scope: StoreKey.Scope) async throws -> [StoreKey]

    /// What an app should know about the place where records are kept; reported when a client starts. Nil by default.
    func finding() async -> Diagnostic?
}

extension FlagStore {
    /// Nothing.
    public func finding() async -> Diagnostic? { nil }
}

/// A store that can also be read synchronously, as a vendor's own client API needs to.
package protocol ImmediateFlagStore: FlagStore {
    /// The same as `load`, on this thread: memory, or one file.
    func loadNow(_ key: StoreKey) throws -> [UInt8]?

    /// What is yet to be saved here; `load` and `loadNow` include it.
    var unwritten: UnwrittenRecords { get }
}

/// The key of a record: digests throughout, so that it reveals nothing.
public struct StoreKey: Sendable, Hashable {
    /// The provider and the service that it speaks to.
    public struct Scope: Sendable, Hashable {
        /// The SHA-256 of both, in hexadecimal.
        public let digest: String

        /// Makes the scope of a provider.
        ///
        /// - Parameters:
        ///   - provider: The provider's name.
        ///   - environment: What distinguishes its services (``RecordIdentity/service``).
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

    /// Makes the key of a context's record.
    ///
    /// - Parameters:
    ///   - scope: The provider and the service.
    ///   - context: The record's context.
    ///   - slot: The policy's name for it (``PersistencePolicy/slot(for:)``).
    public init(_ scope: Scope, _ context: EvaluationContext, slot: String) {
        self.init(scope, identity: context.identityDigest, slot: SHA256.hexDigest(of: slot.utf8))
    }

    /// Makes a key from its digests, for stores that list their keys.
    public init(_ scope: Scope, identity: String, slot: String) {
        self.scope = scope
        self.identity = identity
        self.slot = slot
    }

    /// The key without its scope, as a name for a file: two digests with a `-` between them.
    public var name: String { "\(identity)-\(slot)" }

    /// Reads a name back; nil when it is not a record's name.
    public init?(_ scope: Scope, name: String) {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        let isDigest = { (part: Substring) in part.count == 64 && part.allSatisfy(\.isHexDigit) }
        guard parts.count == 2, parts.allSatisfy(isDigest) else { return nil }
        self.init(scope, identity: String(parts[0]), slot: String(parts[1]))
    }
}
