// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// One transition for all changes by the app: context, flags, mode, and requests.
extension ClientMachine {
    /// Changes the context, the flags, or the mode, and begins or ends the provider's run.
    mutating func perform(_ new: ClientTransition, mode: FlagRequest.Mode) -> Effects {
        var effects = Effects()
        guard phase != .shutDown else { return effects }
        let previous = state.context
        let context = new.context ?? previous
        let isOther = context != previous
        var serving = new.interimFlags
        if let foreign = serving.handedIn, foreign.context != context {
            effects.diagnostics.append(foreignFlags(foreign.context))
            serving = .unchanged
        }
        if isOther {
            ownFlagSet = nil
            settleContextWaiters(&effects)
        }
        ownFlagSet = serving.applied(to: ownFlagSet)
        if isOther || !serving.isUnchanged {
            change(&effects) { state in
                state.context = context
                state.mode = mode
                state.flagSet = serving.applied(to: state.flagSet)
                if isOther || serving.handedIn != nil { state.error = nil }
                if state.flagSet == nil {
                    state.status = .notReady
                } else if serving.handedIn != nil {
                    state.status = .stale
                } else if isOther {
                    state.status = .reconciling
                }
            }
        } else if mode != state.mode {
            change(&effects) { $0.mode = mode }
        }
        if new.context != nil || (phase == .created && new.fetch.cause != nil) {
            effects.identified = (context, phase == .created ? nil : previous)
        }
        ask(new.fetch, previous: isOther ? previous : nil, &effects)
        return effects
    }

    private mutating func ask(_ asking: ClientTransition.Fetch, previous: EvaluationContext?, _ effects: inout Effects)
    {
        let changed = previous.map { FlagRequest.Cause.contextChanged(from: $0) }
        switch asking {
        case .unchanged:
            // The request in progress is for the previous context.
            if let changed, runID > 0 { startRun(changed, &effects) }
        case .restart(let cause):
            let isStarted = phase == .running
            phase = .running
            startRun(isStarted ? changed ?? cause : cause, &effects)
        case .stop:
            dropCandidate(.superseded, &effects)
            if runID > 0 { effects.cancelledRuns.append(runID) }
            runID = 0
            settleAll(.superseded, &effects)
        }
    }

    private func foreignFlags(_ context: EvaluationContext) -> Diagnostic {
        Diagnostic(
            "foreignFlags", .warning, subject: state.provider,
            "Ignored flags for a context (\(context)) other than the client's.",
            suggestion: "Create the flag set for the context of the change.")
    }
}

extension ClientTransition.InterimFlags {
    fileprivate var isUnchanged: Bool {
        if case .unchanged = self { true } else { false }
    }

    /// The flags that come with the change, or `nil` if there are none.
    fileprivate var handedIn: FlagSet? {
        if case .flagSet(let flagSet) = self { flagSet } else { nil }
    }

    fileprivate func applied(to current: FlagSet?) -> FlagSet? {
        switch self {
        case .unchanged: current
        case .defaults: nil
        case .withoutBootstrap: current?.isServed(by: .bootstrapped) == true ? nil : current
        case .flagSet(let flagSet): flagSet
        }
    }
}

extension ClientTransition.Fetch {
    fileprivate var cause: FlagRequest.Cause? {
        if case .restart(let cause) = self { cause } else { nil }
    }
}
