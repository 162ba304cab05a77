// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Decides when the disk may answer instead of the network, and for how long.
///
/// Implemented by the policies that come with Halyard and by apps that want their own rule. A policy only decides; it
/// does not deal with files, and it is asked each time, so it can consider the time and the mode. It is a pure value and
/// may be called from any thread.
///
/// ``slot(for:)`` and ``action(for:in:)`` are required. The calling order for each request: `slot`; if something is stored
/// there, `action`, and after each answer from the network, ``keep(_:in:)``.
public protocol PersistencePolicy: Sendable {
    /// Names the record for a context; nil means that the disk is never touched for it.
    ///
    /// Usually ``EvaluationContext/identityDigest``, or ``EvaluationContext/stableDigest`` where flags must not survive a
    /// change of attributes. Records of another identity are never served, whatever the slot.
    func slot(for context: EvaluationContext) -> String?

    /// Decides what to do with a stored snapshot at the start of a request.
    func action(for stored: StoredFlags, in conditions: PersistenceConditions) -> CacheAction

    /// Decides whether a fresh snapshot is stored. The default is yes.
    func keep(_ fresh: FlagSet, in conditions: PersistenceConditions) -> Bool

    /// How many records are kept, with the least recently used removed first; nil, the default, for no limit.
    ///
    /// Enforced after each write and at the start; so 0 removes everything that an earlier run of the app stored.
    var maxSlots: Int? { get }

    /// The age of an answer after which its record is removed, or `nil`, the default, for none.
    ///
    /// Enforced after a write, at most once in that time. The record of the context in use is never removed for its age: the next
    /// answer replaces it.
    var maxAge: Duration? { get }

    /// What is wrong with the policy's own settings, reported when a client starts; nil, the default, for nothing.
    var problem: Diagnostic? { get }
}

extension PersistencePolicy {
    /// Stores every answer.
    public func keep(_ fresh: FlagSet, in conditions: PersistenceConditions) -> Bool { true }

    /// No limit.
    public var maxSlots: Int? { nil }

    /// No limit.
    public var maxAge: Duration? { nil }

    /// Nothing.
    public var problem: Diagnostic? { nil }
}

/// What a policy may do with a stored snapshot.
public enum CacheAction: Sendable, Hashable {
    /// Publish it now. `isAnswer` says whether a waiting caller may continue; `until` when it must no longer be served.
    case serve(isAnswer: Bool, until: Instant?)
    /// Publish it only if the network fails, and not after `until`.
    case serveOnFailure(until: Instant?)
    /// Do not use it; `delete` says whether it is removed from the disk.
    case ignore(delete: Bool)
}

/// A snapshot as it was found in a store.
public struct StoredFlags: Sendable {
    /// The flags.
    public var flagSet: FlagSet
    /// When they were stored.
    ///
    /// It lies in the future if the clock was set back meanwhile: treat that as expired.
    public var savedAt: Instant
    /// Whether they were evaluated for exactly the requesting context; otherwise its attributes were different then.
    public var isSameContext: Bool

    /// Makes a stored snapshot.
    public init(_ flagSet: FlagSet, savedAt: Instant, isSameContext: Bool = true) {
        self.flagSet = flagSet
        self.savedAt = savedAt
        self.isSameContext = isSameContext
    }
}

/// The circumstances in which a policy is asked.
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
