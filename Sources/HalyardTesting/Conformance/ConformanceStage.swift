// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import HalyardSupport

/// Runs a provider, and records what it does.
///
/// A wait that takes longer than the patience is recorded as a violation, and ends the check.
final class ConformanceStage: Sendable {
    /// The provider took longer than the patience.
    struct OutOfPatience: Error {}

    /// A run in progress, with its task.
    struct Run: Sendable {
        let label: String
        let task: Task<Void, Never>
    }

    typealias Rule = ProviderConformance.Rule
    typealias Violation = ProviderConformance.Violation

    private struct State {
        var noted: [Violation] = []
        var names: Set<String> = []
        var runs: [Run] = []
        /// The runs without a listener.
        var unheard: Set<String> = []
        /// A Boolean value that indicates whether the provider has served flags.
        var hasServed = false
    }

    let conformance: ProviderConformance
    let journal = Journal<Transcript.Entry>()
    private let state = Lock(State())

    init(_ conformance: ProviderConformance) {
        self.conformance = conformance
    }

    var transcript: Transcript { Transcript(entries: journal.entries) }

    /// The first violation of each rule, in the order of the rules.
    var violations: [Violation] {
        let (noted, names) = state.withLock { ($0.noted, $0.names) }
        let all = noted + transcript.violations(names: names.union(conformance.otherProviders))
        return Rule.allCases.compactMap { rule in all.first { $0.rule == rule } }
    }

    func note(_ rule: Rule, _ observation: String) {
        state.withLock { $0.noted.append(Violation(rule: rule, observation: observation)) }
    }

    // MARK: Providers

    /// Creates a provider, runs a scenario with it, and closes it twice.
    func play(_ scene: (any FlagProvider) async throws -> Void) async throws {
        let provider: any FlagProvider
        do {
            provider = try conformance.make()
        } catch {
            note(.answer, "Can't create the provider: \(error)".asSentence)
            throw error
        }
        let name = provider.name
        if name.isEmpty { note(.name, "The name is empty.") }
        state.withLock { _ = $0.names.insert(name) }
        try await scene(provider)
        try await inTime(.close, "Closing the provider") { await provider.close() }
        try await inTime(.close, "Closing the provider again") { await provider.close() }
        let last = provider.name
        if last != name { note(.name, "The name was '\(name)' first and '\(last)' later.") }
    }

    func inTime(_ rule: Rule, _ what: String, _ work: @escaping @Sendable () async -> Void) async throws {
        if await withDeadline(conformance.patience, on: conformance.time, work) { return }
        note(rule, "\(what) took longer than \(conformance.patience).")
        throw OutOfPatience()
    }

    // MARK: Runs

    /// Starts a run with a unique label.
    ///
    /// - Parameter isCancelledWhilePublishing: A Boolean value that indicates whether the run is canceled as soon as it publishes.
    func start(
        _ label: String, _ provider: any FlagProvider, _ request: FlagRequest, isCancelledWhilePublishing: Bool = false
    ) -> Run {
        journal.add(.init(run: label, event: .started(request)))
        let channel = FlagChannel { [self] published in
            if isCancelledWhilePublishing { cancelSoon(label) }
            let isHeard = state.withLock { !$0.unheard.contains(label) }
            journal.add(.init(run: label, event: .published(published, isHeard: isHeard)))
            return isHeard
        }
        // Under the lock, because a run that publishes immediately looks itself up in the list.
        return state.withLock { [journal] state in
            let task = Task {
                do {
                    try await provider.run(request, into: channel)
                    journal.add(.init(run: label, event: .ended(nil)))
                } catch {
                    journal.add(.init(run: label, event: .ended(error)))
                }
            }
            let run = Run(label: label, task: task)
            state.runs.append(run)
            return run
        }
    }

    /// Cancels a run from another thread, as a client does while the run publishes.
    private func cancelSoon(_ label: String) {
        Task.detached { [self] in
            if let run = state.withLock({ $0.runs.first { $0.label == label } }) { cancel(run) }
        }
    }

    /// Cancels all runs.
    func cancelAll() {
        for run in state.withLock({ $0.runs }) { run.task.cancel() }
    }

    /// Stops listening to a run and cancels it, as a client does, without waiting for its end.
    func cancel(_ run: Run) {
        journal.add(.init(run: run.label, event: .cancelled))
        state.withLock { _ = $0.unheard.insert(run.label) }
        run.task.cancel()
    }

    /// Returns when a run has published flags, failed, or ended.
    ///
    /// After the provider has served flags once, each run must serve flags again, unless it ends.
    func untilSettled(_ run: Run, or rule: Rule = .answer) async throws {
        let hasServed = state.withLock { $0.hasServed }
        let complaint = hasServed ? "didn't publish flags, unlike an earlier run," : "didn't publish flags or an error"
        try await until(run, rule, "\(complaint) within") { events in
            events.contains(where: \.settles)
                && (!hasServed || events.contains { $0.state?.flagSet != nil || $0.isUnheard || $0.isEnd }
                    || events.confirmsResume)
        }
        let events = transcript.events(of: run.label)
        if events.contains(where: { $0.state?.flagSet != nil }) || events.confirmsResume {
            state.withLock { $0.hasServed = true }
        } else if events.contains(where: \.isFailure) {
            if hasServed { note(rule, "The \(run.label) failed, although an earlier run published flags.") }
        } else if events.contains(where: \.isEnd) {
            note(hasServed ? rule : .answer, "The \(run.label) returned without publishing flags or an error.")
        }
    }

    /// Returns when a cancelled run has ended.
    func untilEnded(_ run: Run) async throws {
        try await until(run, .cancellation, "was canceled and didn't end within") { $0.contains(where: \.isEnd) }
    }

    /// Watches a run for an optional event, and returns early if the event occurs.
    func watch(_ run: Run, until condition: @escaping @Sendable ([Transcript.Event]) -> Bool) async {
        _ = await journal.wait(within: conformance.watch, on: conformance.time) {
            condition(Transcript(entries: $0).events(of: run.label))
        }
    }

    private func until(
        _ run: Run, _ rule: Rule, _ complaint: String,
        _ condition: @escaping @Sendable ([Transcript.Event]) -> Bool
    ) async throws {
        let isSatisfied = await journal.wait(within: conformance.patience, on: conformance.time) {
            condition(Transcript(entries: $0).events(of: run.label))
        }
        if isSatisfied { return }
        note(rule, "The \(run.label) \(complaint) \(conformance.patience).")
        throw OutOfPatience()
    }
}
