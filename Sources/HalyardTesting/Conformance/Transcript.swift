// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The events of a check, and the rules that can be checked from the events.
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

    /// Returns the events of a run.
    func events(of run: String) -> [Event] { entries.filter { $0.run == run }.map(\.event) }

    /// Returns the states that a run published.
    func states(of run: String) -> [ProviderState] { events(of: run).compactMap(\.state) }

    /// The total number of flags in all flag sets.
    var flagCount: Int { entries.reduce(0) { $0 + ($1.event.state?.flagSet?.table.count ?? 0) } }

    /// A Boolean value that indicates whether a state was published after its run had ended.
    var hasLateState: Bool { runs.contains { lateState($0) != nil } }

    /// The runs in the order in which they were started.
    private var runs: [String] {
        entries.compactMap { entry in
            if case .started = entry.event { entry.run } else { nil }
        }
    }

    /// Returns all violations of the contract, in the order of the runs.
    ///
    /// - Parameter names: Provider names that a flag's origin can have.
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
        // A resumed run can refer to the flags that it received, with a state without a flag set.
        if request(of: run)?.resume != nil { return nil }
        let before = states.prefix { $0.flagSet == nil }
        return before.first { $0.status == .ready || $0.status == .stale }.map {
            Violation(
                rule: .flagsFirst,
                observation: "The \(run) published the status \($0.status.rawValue) before any flag set.")
        }
    }

    private func answerOffline(_ run: String, _ states: [ProviderState]) -> Violation? {
        guard request(of: run)?.mode == .offline else { return nil }
        let isAnswered = states.contains { state in
            state.status == .ready && state.flagSet?.table.contains { $0.origin.kind == .network } == true
        }
        return isAnswered
            ? Violation(
                rule: .offline, observation: "The \(run) published the status READY with flags from the network.")
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
                observation: "The \(run) published a flag set confirmed at \($1) after a flag set confirmed at \($0).")
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
                rule: .echo, observation: "The \(run) published the flag set that it received, without confirming it.")
            : nil
    }

    private func cancelledByAnother(_ run: String) -> Violation? {
        for event in events(of: run) {
            switch event {
            case .cancelled: return nil
            case .ended(let error) where error is CancellationError:
                return Violation(
                    rule: .severalClients,
                    observation: "The \(run) threw a CancellationError, although it wasn't canceled.")
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
                    observation:
                        "The status \(state.status.rawValue) was published for the \(run), which had already ended.")
            }
        }
        return nil
    }
}

extension Transcript.Event {
    /// The published state, or `nil` for another event.
    var state: ProviderState? {
        if case .published(let state, _) = self { state } else { nil }
    }

    /// A Boolean value that indicates whether the event ends the wait for a run, because it published flags, failed, or ended.
    var settles: Bool {
        switch self {
        case .started, .cancelled: false
        case .published(let state, _): state.isAnswer || state.error != nil
        case .ended: true
        }
    }

    /// A Boolean value that indicates whether a state was published without a listener.
    var isUnheard: Bool {
        if case .published(_, isHeard: false) = self { true } else { false }
    }

    /// A Boolean value that indicates whether the run published or threw an error.
    var isFailure: Bool {
        if case .ended(.some) = self { true } else { state?.error != nil }
    }

    /// A Boolean value that indicates whether the run has ended.
    var isEnd: Bool {
        if case .ended = self { true } else { false }
    }
}

extension [Transcript.Event] {
    /// A Boolean value that indicates whether a resumed run confirmed the flag set that it received.
    var confirmsResume: Bool {
        let resumes = contains { event in
            if case .started(let request) = event { request.resume != nil } else { false }
        }
        return resumes && contains { $0.state?.isAnswer == true }
    }
}
