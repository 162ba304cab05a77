// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What a vendor's own client API asks of a client, to be done before the call returns.
///
/// Such an API has methods that do not wait, and flags that the app hands in while the client runs.
package struct DirectRequest: Sendable {
    /// For whom flags are decided from now on; nil for no change.
    package var context: EvaluationContext?
    /// Flags to be served from now on in the place of all others, as an app ships them; nil for no change.
    ///
    /// The provider finds them in ``FlagRequest/resume``, without a validator.
    package var flags: [Flag]?
    /// What a `PersistedProvider` has stored for the context, served from now on as if it had published it; nil for nothing.
    ///
    /// The provider goes on with it, validator and all.
    package var stored: FlagSnapshot?
    /// Whether flags that such a request put in place go.
    package var dropsPlacedFlags: Bool
    /// Whether the client may use the network from now on; nil for no change.
    package var isOnline: Bool?
    /// Whether the flags in place go at once when the context is another one.
    package var clearsFlags: Bool
    /// Whether the context is identified to the sinks even if it is the same as before.
    ///
    /// Without another context and a cause, that is all that is done.
    package var identifies: Bool
    /// Why the provider is asked anew; nil to ask it no more.
    ///
    /// Another context is a reason of its own.
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
    /// Does what is asked; when it returns, reads see it.
    ///
    /// The provider's answer is not waited for.
    package func direct(_ request: DirectRequest) { begin(request, at: moment)() }

    /// What the time and the app's phase are; asked for before a lock is taken.
    package struct Moment: Sendable {
        fileprivate let now: Instant
        fileprivate let phase: LifecyclePhase

        package init(_ time: any TimeSource, _ lifecycle: (any Lifecycle)?) {
            now = time.now
            phase = lifecycle?.phase ?? .foreground
        }
    }

    package var moment: Moment { Moment(options.time, options.lifecycle) }

    /// Does what is asked, so that reads see it when this returns; what it returns is to be called without a lock.
    ///
    /// May be called under a lock of the caller's, which decides the order of its requests: it calls no code of the app's.
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
    /// What marks a snapshot whose flags were handed in.
    private static let placedMark: FlagValue = ["placed": true]

    /// Takes another context, other flags, or both, and asks the provider anew or no more.
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
