// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A policy that decides when stored flags can be used instead of the network, and for how long.
///
/// Halyard's own policies conform to it. Apps can implement their own. A policy only decides and doesn't use files.
/// It's called each time, so it can consider the time and the mode. It's a pure value and can be called from any
/// thread.
///
/// ``slot(for:)`` and ``action(for:in:)`` are required. For each request, Halyard calls `slot`, then `action` if
/// something is stored there, and ``keep(_:in:)`` after each response from the network.
public protocol PersistencePolicy: Sendable {
    /// Returns the name of the record for a context, or `nil` to never use the disk for it.
    ///
    /// Usually it's ``EvaluationContext/identityDigest``, or ``EvaluationContext/stableDigest`` if flags must not
    /// survive a change of attributes. Records of another identity are never served, regardless of the slot.
    func slot(for context: EvaluationContext) -> String?

    /// Returns the action for a stored flag set at the start of a request.
    func action(for stored: StoredFlags, in conditions: PersistenceConditions) -> CacheAction

    /// Returns true if a fresh flag set is stored.
    ///
    /// The default is true.
    func keep(_ fresh: FlagSet, in conditions: PersistenceConditions) -> Bool

    /// The maximum number of records, or `nil`, the default, for no limit.
    ///
    /// The least recently used records are removed first, after each write and at the start. A limit of 0 removes
    /// everything that earlier launches of the app stored.
    var maxSlots: Int? { get }

    /// The age of a response after which its record is removed, or `nil`, the default, for none.
    ///
    /// Old records are removed after a write, at most once in that time. The record of the current context is never
    /// removed for its age, because the next response replaces it.
    var maxAge: Duration? { get }

    /// The problem with the policy's own settings, which a client reports when it starts.
    ///
    /// The default is `nil`.
    var problem: Diagnostic? { get }
}

extension PersistencePolicy {
    /// Stores every response.
    public func keep(_ fresh: FlagSet, in conditions: PersistenceConditions) -> Bool { true }

    /// No limit.
    public var maxSlots: Int? { nil }

    /// No limit.
    public var maxAge: Duration? { nil }

    /// No problem.
    public var problem: Diagnostic? { nil }
}

/// The action for a stored flag set.
public enum CacheAction: Sendable, Hashable {
    /// Publishes it now.
    ///
    /// `isAnswer` indicates whether a waiting caller can continue. `until` is the time when it must no longer be served.
    case serve(isAnswer: Bool, until: Instant?)
    /// Publishes it only if the network fails, and not after `until`.
    case serveOnFailure(until: Instant?)
    /// Doesn't use it.
    ///
    /// `delete` indicates whether it's removed from the disk.
    case ignore(delete: Bool)
}

/// A flag set from a store.
public struct StoredFlags: Sendable {
    /// The flags.
    public var flagSet: FlagSet
    /// The time when the flags were stored.
    ///
    /// It's in the future if the clock was set back. Treat that as expired.
    public var savedAt: Instant
    /// A Boolean value that indicates whether the flags were evaluated for exactly the requesting context.
    ///
    /// Otherwise its attributes were different.
    public var isSameContext: Bool

    /// Creates a stored flag set.
    public init(_ flagSet: FlagSet, savedAt: Instant, isSameContext: Bool = true) {
        self.flagSet = flagSet
        self.savedAt = savedAt
        self.isSameContext = isSameContext
    }
}

/// The circumstances of a request, for a policy.
public struct PersistenceConditions: Sendable {
    /// The client's request.
    public var request: FlagRequest
    /// The wall-clock time.
    public var now: Instant

    /// Creates the conditions.
    public init(request: FlagRequest, now: Instant) {
        self.request = request
        self.now = now
    }
}
