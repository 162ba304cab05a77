// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Decides when the disk may answer instead of the network, and for how long.
///
/// Implemented by the policies that come with Halyard and by apps that want their own rule. A policy only decides; it
/// knows nothing of files, and it is asked anew each time, so it can look at the time and at the mode. It is a pure
/// value and may be called from any thread.
///
/// Mandatory are ``slot(for:)`` and ``admit(_:_:)``. The calling order for each request: `slot`; if something is stored
/// there, `admit`; after each answer of the network, ``keep(_:_:)``.
public protocol PersistencePolicy: Sendable {
    /// Names the record for a context; nil means that the disk is never touched for it.
    ///
    /// Usually ``EvaluationContext/identityDigest``, or ``EvaluationContext/stableDigest`` where flags must not survive a
    /// change of attributes. Records of another identity are never served, whatever the slot.
    func slot(for context: EvaluationContext) -> String?

    /// Says what to do with a stored snapshot at the start of a request.
    func admit(_ stored: StoredSnapshot, _ situation: PersistenceSituation) -> Admission

    /// Says whether a fresh snapshot is stored. The default is yes.
    func keep(_ fresh: FlagSnapshot, _ situation: PersistenceSituation) -> Bool

    /// How many records are kept, the one that was used longest ago going first; nil, the default, for no limit.
    ///
    /// Kept to after each writing and at the start; so 0 takes everything that an earlier run of the app stored.
    var maxSlots: Int? { get }

    /// What is wrong with the policy's own settings, told when a client starts; nil, the default, for nothing.
    var problem: Diagnostic? { get }
}

extension PersistencePolicy {
    /// Stores every answer.
    public func keep(_ fresh: FlagSnapshot, _ situation: PersistenceSituation) -> Bool { true }

    /// No limit.
    public var maxSlots: Int? { nil }

    /// Nothing.
    public var problem: Diagnostic? { nil }
}

/// What a policy may do with a stored snapshot.
public enum Admission: Sendable, Hashable {
    /// Publish it now. `isAnswer` says whether a waiting caller may go on; `until` when it must no longer be served.
    case serve(isAnswer: Bool, until: Instant?)
    /// Publish it only if the network fails, and not after `until`.
    case hold(until: Instant?)
    /// Do not use it; `delete` says whether it is taken off the disk.
    case refuse(delete: Bool)
}

/// A snapshot as it was found in a store.
public struct StoredSnapshot: Sendable {
    /// The flags.
    public var snapshot: FlagSnapshot
    /// When they were stored.
    ///
    /// In the future, when the clock was set back meanwhile: treat that as expired.
    public var savedAt: Instant
    /// Whether they were decided for exactly the context that asks; otherwise its attributes were others then.
    public var isSameContext: Bool

    /// Makes a stored snapshot.
    public init(_ snapshot: FlagSnapshot, savedAt: Instant, isSameContext: Bool = true) {
        self.snapshot = snapshot
        self.savedAt = savedAt
        self.isSameContext = isSameContext
    }
}

/// Under which circumstances a policy is asked.
public struct PersistenceSituation: Sendable {
    /// What the client asked for.
    public var request: FlagRequest
    /// The wall-clock time.
    public var now: Instant

    /// Makes a situation.
    public init(request: FlagRequest, now: Instant) {
        self.request = request
        self.now = now
    }
}
