// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A request from a vendor's own client API, carried out before the call returns.
///
/// Such an API has methods that do not wait, and flags that the app hands in while the client runs.
package struct DirectRequest: Sendable {
    /// The context that flags are evaluated for from now on; nil for no change.
    package var context: EvaluationContext?
    /// Flags to serve from now on instead of all others, as an app ships them; nil for no change.
    ///
    /// The provider finds them in ``FlagRequest/resume``, without a validator.
    package var flags: [Flag]?
    /// What a `PersistedProvider` has stored for the context, served from now on as if it had published it; nil for nothing.
    ///
    /// The provider continues from it, including its validator.
    package var stored: FlagSnapshot?
    /// Whether flags that an earlier request of this kind put in place are dropped.
    package var dropsPlacedFlags: Bool
    /// Whether the client may use the network from now on; nil for no change.
    package var isOnline: Bool?
    /// Whether the flags in place are dropped at once when the context changes.
    package var clearsFlags: Bool
    /// Whether the context is identified to the sinks even if it is the same as before.
    ///
    /// Without a new context and without a cause, nothing else is done.
    package var identifies: Bool
    /// Why the provider is asked again; nil to stop asking it.
    ///
    /// A new context is a cause in itself.
    package var cause: FlagRequest.Cause?

    package init(
        context: EvaluationContext? = nil, flags: [Flag]? = nil, stored: FlagSnapshot? = nil,
        dropsPlacedFlags: Bool = false,
        isOnline: Bool? = nil, clearsFlags: Bool = false, identifies: Bool = false, cause: FlagRequest.Cause? = nil
    ) {
        self.context = context
        self.flags = flags
        self.stored = stored
        self.dropsPlacedFlags = dropsPlacedFlags
        self.isOnline = isOnline
        self.clearsFlags = clearsFlags
        self.identifies = identifies
        self.cause = cause
    }
}

extension FlagClient {
    /// Carries out a request; when this returns, reads see the result.
    ///
    /// The provider's answer is not waited for.
    package func direct(_ request: DirectRequest) { begin(request, at: moment)() }

    /// The time and the app's phase; determined before a lock is taken.
    package struct Moment: Sendable {
        fileprivate let now: Instant
        fileprivate let phase: LifecyclePhase

        package init(_ time: any TimeSource, _ lifecycle: (any Lifecycle)?) {
            now = time.now
            phase = lifecycle?.phase ?? .foreground
        }
    }

    package var moment: Moment { Moment(options.time, options.lifecycle) }

    /// Carries out a request, so that reads see the result when this returns; call the returned closure without a lock.
    ///
    /// May be called under a lock of the caller, which determines the order of its requests: it calls no app code.
    package func begin(_ request: DirectRequest, at moment: Moment) -> @Sendable () -> Void {
        let rest = begin { core in
            // Afterwards the client follows the phases itself.
            if core.machine.phase == .created { core.isInBackground = moment.phase != .foreground }
            core.isOnline = request.isOnline ?? core.isOnline
            return core.machine.direct(request, mode: core.mode, at: moment.now)
        }
        return {
            rest()
            self.router.deliverSoon()
        }
    }
}

extension ClientMachine {
    /// Marks a snapshot whose flags were handed in.
    private static let placedMark: FlagValue = ["placed": true]

    /// Takes a new context, new flags, or both, and asks the provider again or stops asking it.
    mutating func direct(_ request: DirectRequest, mode: FlagRequest.Mode, at now: Instant) -> Effects {
        var effects = Effects()
        guard phase != .shutDown else { return effects }
        let previous = state.context
        let context = request.context ?? previous
        let isOther = context != previous
        if request.identifies, !isOther, request.cause == nil {
            effects.identified = (context, previous)
            return effects
        }
        if isOther { ownSnapshot = nil }
        if request.dropsPlacedFlags, ownSnapshot?.notes == Self.placedMark { ownSnapshot = nil }
        let placed = request.flags.map {
            FlagSnapshot(FlagTable($0), for: context, notes: Self.placedMark, confirmedAt: now)
        }
        let stored = request.stored.flatMap { $0.context == context ? $0 : nil }
        ownSnapshot = placed ?? stored ?? ownSnapshot
        change(&effects) { state in
            (state.context, state.mode) = (context, mode)
            if request.dropsPlacedFlags, state.snapshot?.notes == Self.placedMark { state.snapshot = nil }
            if let placed { state.snapshot = placed }
            if isOther, request.clearsFlags, placed == nil { state.snapshot = nil }
            if let stored, placed == nil { state.snapshot = stored }
            if isOther || placed != nil || stored != nil { state.error = nil }
            if state.snapshot == nil {
                state.status = .notReady
            } else if placed != nil || stored != nil {
                state.status = .stale
            } else if isOther {
                state.status = .reconciling
            }
        }
        if isOther || request.identifies || (phase == .created && request.cause != nil) {
            effects.identified = (context, phase == .created ? nil : previous)
        }
        if let cause = request.cause {
            let isStarted = phase == .running
            phase = .running
            startRun(isOther && isStarted ? .contextChanged(from: previous) : cause, &effects)
        } else if runID > 0 {
            effects.cancelledRuns.append(runID)
            runID = 0
        }
        return effects
    }
}
