// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The scenarios of a conformance check.
///
/// Each scenario uses a new provider.
extension ConformanceStage {
    /// Runs all scenarios, and then watches for late states.
    ///
    /// Returns `false` if the provider took too long.
    func playAll() async -> Bool {
        do {
            try await play(singleRun)
            try await play(changeOfContext)
            try await play(twoClients)
            try await play(resumedRun)
            try await play(modes)
            try await play(modesBesideEachOther)
            try await play(cancelledWhilePublishing)
            try await play(erasing)
            try await play(comingBack)
            try await play(decidingRules)
        } catch {
            cancelAll()
            return false
        }
        _ = await journal.wait(within: conformance.watch, on: conformance.time) { Transcript(entries: $0).hasLateState }
        return true
    }

    private var contexts: (EvaluationContext, EvaluationContext) { conformance.contexts }

    private func singleRun(_ provider: any FlagProvider) async throws {
        let run = start("first run", provider, FlagRequest(context: contexts.0))
        try await untilSettled(run)
        cancel(run)
        try await untilEnded(run)
    }

    /// As in a client, the next run starts without waiting for the previous run.
    private func changeOfContext(_ provider: any FlagProvider) async throws {
        let first = start("run before a change of context", provider, FlagRequest(context: contexts.0))
        try await untilSettled(first)
        cancel(first)
        let second = start(
            "run after a change of context", provider,
            FlagRequest(context: contexts.1, cause: .contextChanged(from: contexts.0)))
        try await untilSettled(second)
        cancel(second)
        let third = start(
            "run that was replaced immediately", provider,
            FlagRequest(context: contexts.0, cause: .contextChanged(from: contexts.1)))
        cancel(third)
        let fourth = start(
            "run that replaced another run", provider,
            FlagRequest(context: contexts.1, cause: .contextChanged(from: contexts.0)))
        try await untilSettled(fourth)
        cancel(fourth)
        for run in [first, second, third, fourth] { try await untilEnded(run) }
    }

    private func twoClients(_ provider: any FlagProvider) async throws {
        let first = start("run of the first client", provider, FlagRequest(context: contexts.0))
        try await untilSettled(first)
        let second = start("run of the second client", provider, FlagRequest(context: contexts.1))
        try await untilSettled(second, or: .severalClients)
        cancel(first)
        try await untilEnded(first)
        await watch(second) { $0.contains(where: \.isEnd) }
        // Two runs start at the same time, while another run continues.
        let third = start("run of the third client", provider, FlagRequest(context: contexts.0))
        let fourth = start("run of the fourth client", provider, FlagRequest(context: contexts.1))
        try await untilSettled(third, or: .severalClients)
        try await untilSettled(fourth, or: .severalClients)
        for run in [second, third, fourth] { cancel(run) }
        for run in [second, third, fourth] { try await untilEnded(run) }
    }

    private func resumedRun(_ provider: any FlagProvider) async throws {
        let first = start("run before a resumed one", provider, FlagRequest(context: contexts.0))
        try await untilSettled(first)
        cancel(first)
        try await untilEnded(first)
        guard let last = transcript.states(of: first.label).compactMap(\.flagSet).last else { return }
        let second = start(
            "resumed run", provider, FlagRequest(context: contexts.0, cause: .refresh, resume: last))
        try await untilSettled(second, or: .resume)
        cancel(second)
        try await untilEnded(second)
    }

    /// A run offline or in the background doesn't need to publish flags, but it must end.
    private func modes(_ provider: any FlagProvider) async throws {
        let first = start("run before runs in other modes", provider, FlagRequest(context: contexts.0))
        try await untilSettled(first)
        cancel(first)
        try await untilEnded(first)
        let last = transcript.states(of: first.label).compactMap(\.flagSet).last
        for mode in [FlagRequest.Mode.offline, .background] {
            let request = FlagRequest(context: contexts.0, mode: mode)
            try await playMode("run in the mode \(mode.rawValue)", provider, request)
            let change = FlagRequest(context: contexts.0, mode: mode, cause: .modeChanged, resume: last)
            try await playMode("run after a change to the mode \(mode.rawValue)", provider, change)
        }
    }

    private func playMode(_ label: String, _ provider: any FlagProvider, _ request: FlagRequest) async throws {
        let run = start(label, provider, request)
        await watch(run) { $0.contains(where: \.settles) }
        cancel(run)
        try await untilEnded(run)
    }

    /// One client can be offline or in the background while another client isn't.
    private func modesBesideEachOther(_ provider: any FlagProvider) async throws {
        let first = start("run of a client in the foreground", provider, FlagRequest(context: contexts.0))
        try await untilSettled(first)
        for mode in [FlagRequest.Mode.offline, .background] {
            let other = start(
                "run of another client in the mode \(mode.rawValue)", provider,
                FlagRequest(context: contexts.0, mode: mode))
            await watch(other) { $0.contains(where: \.settles) }
            let second = start(
                "run next to a run in the mode \(mode.rawValue)", provider,
                FlagRequest(context: contexts.0, cause: .refresh))
            try await untilSettled(second, or: .severalClients)
            for run in [other, second] { cancel(run) }
            for run in [other, second] { try await untilEnded(run) }
        }
        cancel(first)
        try await untilEnded(first)
    }

    /// As in a client whose context changes while the run publishes.
    private func cancelledWhilePublishing(_ provider: any FlagProvider) async throws {
        let run = start(
            "run that is cancelled while it publishes", provider, FlagRequest(context: contexts.0),
            isCancelledWhilePublishing: true)
        try await untilSettled(run)
        cancel(run)
        try await untilEnded(run)
    }

    private func erasing(_ provider: any FlagProvider) async throws {
        let run = start("run during which a context is erased", provider, FlagRequest(context: contexts.0))
        try await untilSettled(run)
        let contexts = contexts
        try await inTime(.erase, "Erasing a context during a run") { await provider.erase(contexts.0) }
        cancel(run)
        try await untilEnded(run)
        try await inTime(.erase, "Erasing a context without a run") { await provider.erase(contexts.1) }
    }

    /// As in a client when an app switches back to an earlier provider.
    private func comingBack(_ provider: any FlagProvider) async throws {
        let first = start("run before the provider was closed", provider, FlagRequest(context: contexts.0))
        try await untilSettled(first)
        cancel(first)
        try await untilEnded(first)
        try await inTime(.close, "Closing the provider") { await provider.close() }
        let second = start(
            "run after the provider was closed", provider, FlagRequest(context: contexts.0, cause: .swap))
        try await untilSettled(second, or: .reuse)
        cancel(second)
        try await untilEnded(second)
    }
}
