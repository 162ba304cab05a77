// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A client's state machine, without time, threads, or tasks: it receives events and returns effects.
///
/// The client calls it under its lock, and carries out the effects. It handles tasks and continuations outside the lock.
struct ClientMachine: ~Copyable {
    typealias WaiterID = Int
    typealias RunID = UInt64
    /// The number of a provider, in the order in which the client received them.
    typealias SessionNumber = Int

    enum Phase {
        case created
        case running
        case shutDown
    }

    /// The provider that is about to take over, with its state so far.
    struct Candidate {
        var session: SessionNumber
        var run: RunID
        var evaluator: Evaluator
        var status = ProviderStatus.notReady
        var flagSet: FlagSet?
        var error: FlagError?
        /// The caller that waits for the switch.
        var waiter: WaiterID
    }

    /// A caller that waits for the provider's response.
    private struct Waiter {
        var id: WaiterID
        var condition: FlagClient.WaitCondition
        /// A Boolean value that indicates whether the caller waits for the client's start, even if the context changes.
        var isForStart = false
    }

    /// The effects to carry out after an event.
    struct Effects {
        var startedRuns: [(id: RunID, session: SessionNumber, request: FlagRequest)] = []
        var cancelledRuns: [RunID] = []
        /// The provider that serves after the event.
        var promoted: SessionNumber?
        /// The provider that served before the event, if another one takes over.
        var demoted: SessionNumber?
        /// The previous provider's last flag set for the current context.
        var replaced: FlagSet?
        /// The providers that are no longer needed.
        var retired: [SessionNumber] = []
        var settled: [(WaiterID, FlagClient.RequestOutcome)] = []
        /// The changes for readers, or `nil` if there's no new state.
        var changes: ChangeSet?
        var identified: (new: EvaluationContext, previous: EvaluationContext?)?
        var diagnostics: [Diagnostic] = []
    }

    var phase = Phase.created
    private(set) var published: Published
    /// The run of the serving provider, or 0 for none.
    var runID: RunID = 0

    /// The provider that serves.
    var session: SessionNumber
    var evaluator: Evaluator
    var candidate: Candidate?
    var lastRunID: RunID = 0
    /// The provider's last flag set for the current context.
    var ownFlagSet: FlagSet?
    var isAnswered = false
    /// The reason that the current run ended, if it gave up and won't respond again.
    var runFailure: FlagError?
    /// The provider's flags and the layers above them.
    var layers: LayeredTable
    private let contextChange: FlagClient.ContextChangePolicy
    private var waiters: [Waiter] = []

    init(
        session: SessionNumber, evaluator: Evaluator, context: EvaluationContext, mode: FlagRequest.Mode,
        contextChange: FlagClient.ContextChangePolicy, layers: LayeredTable = LayeredTable()
    ) {
        self.session = session
        self.evaluator = evaluator
        self.contextChange = contextChange
        self.layers = layers
        published = Published(
            FlagClient.State(
                status: .notReady, flagSet: nil, error: nil, context: context, mode: mode,
                provider: evaluator.providerName, isShutDown: false, sequence: 0), evaluator,
            layers)
    }

    var state: FlagClient.State { published.state }
}

// MARK: - Requests of the app

extension ClientMachine {
    /// Starts the first run, or joins the run in progress.
    mutating func start(_ waiter: WaiterID, _ condition: FlagClient.WaitCondition, mode: FlagRequest.Mode) -> Effects {
        let waiter = Waiter(id: waiter, condition: condition, isForStart: true)
        guard phase == .created else { return join(waiter) }
        return perform(ClientTransition(fetch: .restart(.start)), mode: mode, waiter)
    }

    /// Requests the flags of another context, and supersedes callers that wait for the previous context.
    ///
    /// - Parameter clearing: A Boolean value that indicates whether the current flags are dropped immediately, regardless of
    ///   the policy.
    mutating func setContext(
        _ context: EvaluationContext, clearing: Bool, _ waiter: WaiterID, _ condition: FlagClient.WaitCondition
    ) -> Effects {
        let waiter = Waiter(id: waiter, condition: condition)
        if phase == .shutDown || context == state.context { return join(waiter) }
        let clears = clearing || contextChange == .clearFlags
        let change = ClientTransition(
            context: context, interimFlags: clears ? .defaults : .unchanged,
            fetch: fetchIfRunning(.contextChanged(from: state.context)))
        var effects = perform(change, mode: state.mode, waiter)
        // The start reports it.
        if phase == .created { effects.identified = nil }
        return effects
    }

    /// Reports a context, even the current one, and requests its flags.
    mutating func identify(
        _ context: EvaluationContext, _ waiter: WaiterID, _ condition: FlagClient.WaitCondition
    ) -> Effects {
        guard context == state.context else { return setContext(context, clearing: false, waiter, condition) }
        let change = ClientTransition(context: context, fetch: fetchIfRunning(.refresh))
        return perform(
            change, mode: state.mode, Waiter(id: waiter, condition: condition == .anyFlags ? .freshFlags : condition))
    }

    /// Switches to the anonymous context if the identity is still current, and drops its flags everywhere.
    mutating func erase(_ identity: EvaluationContext, _ waiter: WaiterID) -> Effects {
        if state.context.hasSameIdentity(as: identity), state.context != .anonymous {
            return setContext(.anonymous, clearing: true, waiter, .freshFlags)
        }
        var effects = dropAnotherIdentity(identity)
        effects.settled.append((waiter, .completed))
        return effects
    }

    /// Changes the mode to online, offline, or background, and requests flags from the provider again, with its last
    /// flag set.
    mutating func setMode(_ mode: FlagRequest.Mode, _ waiter: WaiterID) -> Effects {
        let waiter = Waiter(id: waiter, condition: .freshFlags)
        if phase == .shutDown || mode == state.mode { return join(waiter) }
        return perform(ClientTransition(fetch: fetchIfRunning(.modeChanged)), mode: mode, waiter)
    }

    /// Requests flags from the provider again, with its last flag set.
    mutating func refresh(_ waiter: WaiterID) -> Effects {
        let waiter = Waiter(id: waiter, condition: .freshFlags)
        guard phase == .running else { return join(waiter) }
        return perform(ClientTransition(fetch: .restart(.refresh)), mode: state.mode, waiter)
    }

    /// Requests flags again from the provider and from a candidate.
    ///
    /// Does nothing if the client is offline. Skips a provider that has given up.
    mutating func networkReturned(_ waiter: WaiterID) -> Effects {
        var effects = Effects()
        if phase == .running, state.mode != .offline {
            if runID > 0, state.status != .fatal { startRun(.refresh, &effects) }
            restartCandidate(&effects)
        }
        effects.settled.append((waiter, .completed))
        return effects
    }

    /// Shuts the client down.
    ///
    /// A second call does nothing.
    mutating func shutDown() -> Effects {
        var effects = Effects()
        guard phase != .shutDown else { return effects }
        phase = .shutDown
        dropCandidate(.shutDown, &effects)
        if runID > 0 { effects.cancelledRuns.append(runID) }
        runID = 0
        settleAll(.shutDown, &effects)
        ownFlagSet = nil
        change(&effects) { state in
            state.status = .notReady
            state.flagSet = nil
            state.error = FlagClient.ended
            state.isShutDown = true
        }
        // The flags didn't change. They are just no longer served.
        effects.changes = ChangeSet()
        return effects
    }

    /// Removes a waiter because its deadline passed or its task was canceled.
    mutating func abandon(_ waiter: WaiterID, _ outcome: FlagClient.RequestOutcome) -> Effects {
        var effects = Effects()
        if candidate?.waiter == waiter { dropCandidate(outcome, &effects) }
        guard let index = waiters.firstIndex(where: { $0.id == waiter }) else { return effects }
        waiters.remove(at: index)
        effects.settled.append((waiter, outcome))
        return effects
    }

    private func fetchIfRunning(_ cause: FlagRequest.Cause) -> ClientTransition.Fetch {
        phase == .running ? .restart(cause) : .unchanged
    }

    /// Applies a change whose caller waits for the provider's response.
    private mutating func perform(_ change: ClientTransition, mode: FlagRequest.Mode, _ waiter: Waiter) -> Effects {
        var effects = perform(change, mode: mode)
        wait(waiter, &effects)
        return effects
    }

    /// Adds a caller to the waiters, unless no response can arrive.
    private mutating func wait(_ waiter: Waiter, _ effects: inout Effects) {
        switch phase {
        case .created: effects.settled.append((waiter.id, .notStarted))
        case .running: waiters.append(waiter)
        case .shutDown: effects.settled.append((waiter.id, .shutDown))
        }
    }

    /// Gives a caller an available response, or lets it wait.
    private mutating func join(_ waiter: Waiter) -> Effects {
        var effects = Effects()
        let isUsable = waiter.condition != .freshFlags && ownFlagSet != nil
        if phase == .running, isAnswered || isUsable {
            effects.settled.append((waiter.id, .completed))
        } else if phase == .running, let runFailure {
            effects.settled.append((waiter.id, .failed(runFailure)))
        } else {
            wait(waiter, &effects)
        }
        return effects
    }

    mutating func startRun(_ cause: FlagRequest.Cause, _ effects: inout Effects) {
        if runID > 0 { effects.cancelledRuns.append(runID) }
        lastRunID += 1
        runID = lastRunID
        isAnswered = false
        runFailure = nil
        let request = FlagRequest(context: state.context, mode: state.mode, cause: cause, resume: ownFlagSet)
        effects.startedRuns.append((runID, session, request))
        if cause != .refresh { restartCandidate(&effects) }
    }
}

// MARK: - Answers of the provider

extension ClientMachine {
    /// Receives a run's published state, or returns `nil` if the run is no longer current.
    mutating func receive(_ answer: ProviderState, from run: RunID) -> Effects? {
        if run == candidate?.run { return receiveFromCandidate(answer) }
        guard run == runID, phase == .running else { return nil }
        var effects = Effects()
        if let flagSet = answer.flagSet, flagSet.context != state.context {
            effects.diagnostics.append(.foreignFlags(flagSet.context, from: state.provider))
            return effects
        }
        if let flagSet = answer.flagSet { ownFlagSet = flagSet }
        let answer = answer.fitting(ownFlagSet)
        guard ownFlagSet != nil || answer.status > .stale || answer.status == .reconciling else {
            effects.diagnostics.append(answerWithoutFlags(answer.status))
            return effects
        }
        change(&effects) { state in
            state.status = answer.status
            state.error = answer.error
            if let flagSet = answer.flagSet { state.flagSet = flagSet }
            if answer.status >= .error, answer.status != .notReady { Self.dropFlagsOfAnotherIdentity(&state) }
        }
        promoteWhereNothingServes(&effects)
        isAnswered = isAnswered || answer.isAnswer
        // Flags with an error, which explains why the next change might not arrive, count as a response.
        if answer.isAnswer, answer.error == nil || answer.flagSet != nil { settleAll(.completed, &effects) }
        if ownFlagSet != nil { settleUsable(&effects) }
        if let error = answer.error { settleFailed(error, isFinal: answer.status == .fatal, &effects) }
        return effects
    }

    /// Handles the end of a run, which returned or threw an error.
    mutating func runEnded(_ run: RunID, throwing thrown: FlagError?) -> Effects {
        if run == candidate?.run { return candidateEnded(throwing: thrown) }
        var effects = Effects()
        guard run == runID, phase == .running else { return effects }
        let own = ownFlagSet
        let error = thrown ?? (own == nil ? state.error ?? .endedWithoutFlags(state.provider) : nil)
        runFailure = error
        if let error {
            change(&effects) { state in
                state.status = ProviderState.failed(error).fitting(own).status
                state.error = error
                Self.dropFlagsOfAnotherIdentity(&state)
            }
            settleAll(.failed(error), &effects)
            promoteWhereNothingServes(&effects)
        } else {
            isAnswered = true
            settleAll(.completed, &effects)
        }
        return effects
    }

    /// A Boolean value that indicates whether another identity's flags are served until the provider responds.
    var servesAnotherIdentity: Bool {
        guard phase == .running, state.status == .reconciling, let flagSet = state.flagSet else { return false }
        return !flagSet.context.hasSameIdentity(as: state.context)
    }

    /// Drops the flags of a forgotten identity, if they are served until another identity's flags arrive.
    private mutating func dropAnotherIdentity(_ identity: EvaluationContext) -> Effects {
        var effects = Effects()
        guard servesAnotherIdentity, state.flagSet?.context.hasSameIdentity(as: identity) == true else {
            return effects
        }
        change(&effects) { state in
            state.status = .notReady
            state.flagSet = nil
        }
        promoteWhereNothingServes(&effects)
        return effects
    }

    /// Drops another identity's flags because the provider hasn't responded in time.
    mutating func dropAnotherIdentity(after limit: Duration) -> Effects {
        var effects = Effects()
        guard servesAnotherIdentity else { return effects }
        let error = FlagError(
            .providerNotReady,
            "No response from '\(state.provider)' for the new context within \(limit) (contextChangeLimit). "
                + "The previous context's flags are no longer served.")
        change(&effects) { state in
            state.status = .error
            state.error = error
            state.flagSet = nil
        }
        promoteWhereNothingServes(&effects)
        return effects
    }

    private static func dropFlagsOfAnotherIdentity(_ state: inout FlagClient.State) {
        if let flagSet = state.flagSet, !flagSet.context.hasSameIdentity(as: state.context) { state.flagSet = nil }
    }

    /// Resumes the callers that accept any flags.
    mutating func settleUsable(_ effects: inout Effects) {
        effects.settled += waiters.filter { $0.condition != .freshFlags }.map { ($0.id, .completed) }
        waiters.removeAll { $0.condition != .freshFlags }
    }

    /// Resumes the callers that don't wait for further attempts after a failure.
    private mutating func settleFailed(_ error: FlagError, isFinal: Bool, _ effects: inout Effects) {
        let ending = waiters.filter { isFinal || $0.condition != .firstFlags }
        effects.settled += ending.map { ($0.id, .failed(error)) }
        waiters.removeAll { isFinal || $0.condition != .firstFlags }
    }

    /// Resumes the callers that wait for the previous context.
    ///
    /// Callers that wait for a start wait for the context that is current.
    mutating func settleContextWaiters(_ effects: inout Effects) {
        effects.settled += waiters.filter { !$0.isForStart }.map { ($0.id, .superseded) }
        waiters.removeAll { !$0.isForStart }
    }

    mutating func settleAll(_ outcome: FlagClient.RequestOutcome, _ effects: inout Effects) {
        effects.settled += waiters.map { ($0.id, outcome) }
        waiters = []
    }

    mutating func change(_ effects: inout Effects, _ body: (inout FlagClient.State) -> Void) {
        var next = state
        body(&next)
        next.sequence += 1
        let before = published.flags.table
        if next.isShutDown { layers = LayeredTable() }
        layers.set(.provider, next.flagSet?.table ?? FlagTable())
        published = Published(next, evaluator, layers, after: published)
        effects.changes = effects.changes ?? ChangeSet()
        effects.changes?.merge(ChangeSet(from: before, to: layers.table))
    }

    // MARK: Diagnostics

    private func answerWithoutFlags(_ status: ProviderStatus) -> Diagnostic {
        Diagnostic(
            "answerWithoutFlags", .warning, subject: state.provider,
            "Ignored the provider's status \(status.rawValue), because it hasn't published flags for this context.",
            suggestion: "Publish a flag set with the first state of each run.")
    }
}
