// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Everything that happened in a check, and the rules that can be read off it without running anything.
struct Transcript: Sendable {
    enum Event: Sendable {
        case started(FlagRequest)
        case cancelled
        case published(ProviderState, isHeard: Bool)
        case ended((any Error)?)
    }

    struct Entry: Sendable {
        var run: String
        var event: Event
    }

    typealias Violation = ProviderConformance.Violation

    var entries: [Entry]

    /// What happened to a run.
    func events(of run: String) -> [Event] { entries.filter { $0.run == run }.map(\.event) }

    /// What a run published.
    func states(of run: String) -> [ProviderState] { events(of: run).compactMap(\.state) }

    /// How many flags all snapshots hold together.
    var flagCount: Int { entries.reduce(0) { $0 + ($1.event.state?.flagSet?.table.count ?? 0) } }

    /// Whether something was published for a run that had ended.
    var hasLateState: Bool { runs.contains { lateState($0) != nil } }

    /// The runs in the order in which they were started.
    private var runs: [String] {
        entries.compactMap { entry in
            if case .started = entry.event { entry.run } else { nil }
        }
    }

    /// All breaches of a provider's contract, in the order of the runs.
    ///
    /// - Parameter names: The provider names that a flag's origin may have.
    func violations(names: Set<String>) -> [Violation] {
        runs.flatMap { run in
            let states = states(of: run)
            return [
                foreignContext(run, states), strangeOrigin(run, states, names), missingFlags(run, states),
                answerOffline(run, states), unfitError(run, states), earlierConfirmation(run, states),
                echo(run, states), cancelledByAnother(run),
                lateState(run),
            ].compactMap(\.self)
        }
    }
}

// MARK: - Rules of one run

extension Transcript {
    private func request(of run: String) -> FlagRequest? {
        for case .started(let request) in events(of: run) { return request }
        return nil
    }

    private func foreignContext(_ run: String, _ states: [ProviderState]) -> Violation? {
        guard let asked = request(of: run)?.context else { return nil }
        return states.compactMap(\.flagSet?.context).first { $0 != asked }.map {
            Violation(rule: .context, observation: "The \(run) for \(asked) published flags for \($0).")
        }
    }

    private func strangeOrigin(_ run: String, _ states: [ProviderState], _ names: Set<String>) -> Violation? {
        let flags = states.flatMap { $0.flagSet.map { Array($0.table) } ?? [] }.sorted(by: \.key)
        return flags.first { !names.contains($0.origin.provider ?? "") }.map { flag in
            let provider = flag.origin.provider.map { "'\($0)'" } ?? "no provider"
            let own = names.sorted().map { "'\($0)'" }.joined(separator: ", ")
            return Violation(
                rule: .origin,
                observation:
                    "The \(run) published the flag '\(flag.key)' with the origin of \(provider) instead of \(own).")
        }
    }

    private func missingFlags(_ run: String, _ states: [ProviderState]) -> Violation? {
        // With "as before" a resumed run may mean the flags that it was given.
        if request(of: run)?.resume != nil { return nil }
        let before = states.prefix { $0.flagSet == nil }
        return before.first { $0.status == .ready || $0.status == .stale }.map {
            Violation(
                rule: .flagsFirst,
                observation: "The \(run) published the status \($0.status.rawValue) before any snapshot.")
        }
    }

    private func answerOffline(_ run: String, _ states: [ProviderState]) -> Violation? {
        guard request(of: run)?.mode == .offline else { return nil }
        let isAnswered = states.contains { state in
            state.status == .ready && state.flagSet?.table.contains { $0.origin.kind == .network } == true
        }
        return isAnswered
            ? Violation(
                rule: .offline, observation: "The \(run) published the status READY with flags of the network.")
            : nil
    }

    private func unfitError(_ run: String, _ states: [ProviderState]) -> Violation? {
        for state in states {
            switch (state.status, state.error) {
            case (.error, nil), (.fatal, nil):
                return Violation(
                    rule: .error,
                    observation: "The \(run) published the status \(state.status.rawValue) without an error.")
            case (.ready, let error?):
                return Violation(
                    rule: .error, observation: "The \(run) published the status READY with the error \(error).")
            default: continue
            }
        }
        return nil
    }

    private func earlierConfirmation(_ run: String, _ states: [ProviderState]) -> Violation? {
        let moments = states.compactMap(\.flagSet?.confirmedAt)
        return zip(moments, moments.dropFirst()).first { $1 < $0 }.map {
            Violation(
                rule: .confirmation,
                observation: "The \(run) published a snapshot confirmed at \($1) after one confirmed at \($0).")
        }
    }

    private func echo(_ run: String, _ states: [ProviderState]) -> Violation? {
        guard let given = request(of: run)?.resume else { return nil }
        let isEchoed = states.contains { state in
            guard !state.isAnswer, let flagSet = state.flagSet else { return false }
            return flagSet.confirmedAt == given.confirmedAt && !flagSet.table.hasChanges(since: given.table)
        }
        return isEchoed
            ? Violation(
                rule: .echo, observation: "The \(run) published the snapshot that it was given, without an answer.")
            : nil
    }

    private func cancelledByAnother(_ run: String) -> Violation? {
        for event in events(of: run) {
            switch event {
            case .cancelled: return nil
            case .ended(let error) where error is CancellationError:
                return Violation(
                    rule: .severalClients,
                    observation: "The \(run) threw a CancellationError without having been cancelled.")
            default: continue
            }
        }
        return nil
    }

    private func lateState(_ run: String) -> Violation? {
        var hasEnded = false
        for event in events(of: run) {
            if case .ended = event { hasEnded = true }
            if hasEnded, let state = event.state {
                return Violation(
                    rule: .lateState,
                    observation: "The \(run) had ended when the status \(state.status.rawValue) was published for it.")
            }
        }
        return nil
    }
}

extension Transcript.Event {
    /// What was published, if anything was.
    var state: ProviderState? {
        if case .published(let state, _) = self { state } else { nil }
    }

    /// Whether a caller that waits for a run goes on: it answered, failed or ended.
    var settles: Bool {
        switch self {
        case .started, .cancelled: false
        case .published(let state, _): state.isAnswer || state.error != nil
        case .ended: true
        }
    }

    /// Whether something was published without a listener.
    var isUnheard: Bool {
        if case .published(_, isHeard: false) = self { true } else { false }
    }

    /// Whether the run said or threw an error.
    var isFailure: Bool {
        if case .ended(.some) = self { true } else { state?.error != nil }
    }

    /// Whether the run is over.
    var isEnd: Bool {
        if case .ended = self { true } else { false }
    }
}

extension [Transcript.Event] {
    /// Whether a run that was given its last snapshot said that it still holds.
    var confirmsResume: Bool {
        let resumes = contains { event in
            if case .started(let request) = event { request.resume != nil } else { false }
        }
        return resumes && contains { $0.state?.isAnswer == true }
    }
}
