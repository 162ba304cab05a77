// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// A switch of providers: the current provider serves until the next provider takes over with its first response.
extension ClientMachine {
    /// Requests flags from the next provider while the current provider continues to serve.
    ///
    /// A later switch replaces a switch in progress.
    mutating func swap(to session: SessionNumber, _ evaluator: Evaluator, _ waiter: WaiterID) -> Effects {
        var effects = Effects()
        switch phase {
        case .shutDown:
            effects.retired.append(session)
            effects.settled.append((waiter, .shutDown))
        case .created:
            install(session, evaluator, &effects)
            change(&effects) { $0.provider = evaluator.providerName }
            effects.settled.append((waiter, .notStarted))
        case .running:
            dropCandidate(.superseded, &effects)
            candidate = Candidate(session: session, run: 0, evaluator: evaluator, waiter: waiter)
            restartCandidate(&effects)
        }
        return effects
    }

    /// Returns to an earlier provider with its last flags, if they are for the current context.
    ///
    /// Otherwise the provider takes over like any other provider. A switch in progress is abandoned.
    mutating func rollBack(
        to session: SessionNumber, _ evaluator: Evaluator, _ flagSet: FlagSet?, _ waiter: WaiterID
    ) -> Effects {
        guard phase == .running, let flagSet, flagSet.context == state.context else {
            return swap(to: session, evaluator, waiter)
        }
        var effects = Effects()
        dropCandidate(.superseded, &effects)
        lastRunID += 1
        candidate = Candidate(
            session: session, run: lastRunID, evaluator: evaluator, status: .stale, flagSet: flagSet, waiter: waiter)
        let request = FlagRequest(context: state.context, mode: state.mode, cause: .swap, resume: flagSet)
        effects.startedRuns.append((lastRunID, session, request))
        promote(isAnswer: false, &effects)
        return effects
    }

    /// Changes how flags are read, such as with other hooks, and keeps the flags.
    mutating func setEvaluator(_ evaluator: Evaluator) -> Effects {
        var effects = Effects()
        self.evaluator = evaluator
        change(&effects) { _ in }
        return effects
    }

    private mutating func install(_ session: SessionNumber, _ evaluator: Evaluator, _ effects: inout Effects) {
        effects.retired.append(self.session)
        (effects.demoted, effects.promoted) = (self.session, session)
        (self.session, self.evaluator) = (session, evaluator)
    }

    mutating func restartCandidate(_ effects: inout Effects) {
        guard let before = candidate else { return }
        if before.run > 0 { effects.cancelledRuns.append(before.run) }
        lastRunID += 1
        candidate = Candidate(
            session: before.session, run: lastRunID, evaluator: before.evaluator, waiter: before.waiter)
        let request = FlagRequest(context: state.context, mode: state.mode, cause: .swap)
        effects.startedRuns.append((lastRunID, before.session, request))
    }

    mutating func dropCandidate(_ outcome: FlagClient.RequestOutcome, _ effects: inout Effects) {
        guard let dropped = candidate.take() else { return }
        effects.cancelledRuns.append(dropped.run)
        effects.settled.append((dropped.waiter, outcome))
        effects.retired.append(dropped.session)
    }

    mutating func receiveFromCandidate(_ answer: ProviderState) -> Effects {
        var effects = Effects()
        if let flagSet = answer.flagSet, flagSet.context != state.context {
            let name = candidate?.evaluator.providerName ?? ""
            effects.diagnostics.append(.foreignFlags(flagSet.context, from: name))
            return effects
        }
        if let flagSet = answer.flagSet { candidate?.flagSet = flagSet }
        candidate?.status = answer.status
        candidate?.error = answer.error
        guard candidate?.flagSet != nil else {
            if let error = answer.error { dropCandidate(.failed(error), &effects) }
            return effects
        }
        // Flags older than the service's are acceptable only if nothing better is served or can arrive.
        if answer.isAnswer || state.flagSet == nil || state.mode == .offline {
            promote(isAnswer: answer.isAnswer, &effects)
        } else if let error = answer.error {
            dropCandidate(.failed(error), &effects)
        }
        return effects
    }

    mutating func candidateEnded(throwing thrown: FlagError?) -> Effects {
        var effects = Effects()
        guard let ended = candidate else { return effects }
        if let error = thrown ?? ended.error {
            dropCandidate(.failed(error), &effects)
        } else if ended.flagSet == nil {
            dropCandidate(.failed(.endedWithoutFlags(ended.evaluator.providerName)), &effects)
        } else {
            promote(isAnswer: true, &effects)
        }
        return effects
    }

    /// Lets a candidate with older flags take over if the serving provider has none left.
    mutating func promoteWhereNothingServes(_ effects: inout Effects) {
        if state.flagSet == nil, candidate?.flagSet != nil { promote(isAnswer: false, &effects) }
    }

    private mutating func promote(isAnswer: Bool, _ effects: inout Effects) {
        guard let promoted = candidate.take() else { return }
        if runID > 0 { effects.cancelledRuns.append(runID) }
        (runID, runFailure, isAnswered) = (promoted.run, nil, isAnswer)
        effects.replaced = ownFlagSet
        ownFlagSet = promoted.flagSet
        install(promoted.session, promoted.evaluator, &effects)
        change(&effects) { state in
            state.provider = promoted.evaluator.providerName
            state.status = min(promoted.status, .error)
            state.error = promoted.error
            state.flagSet = promoted.flagSet
        }
        effects.settled.append((promoted.waiter, .completed))
        if isAnswer { settleAll(.completed, &effects) } else { settleUsable(&effects) }
    }
}
