// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTesting
import TestSupport
import Testing

/// Two scripted providers, "a" and "b", their sinks, and a client of their combination whose deadlines never pass.
struct CombinedStage {
    let time = ManualTime()
    let aSink = RecordingSink()
    let bSink = RecordingSink()
    let a: ScriptedProvider
    let b: ScriptedProvider
    let provider: CombinedProvider
    let client: FlagClient

    init(
        _ strategy: CombinationStrategy = .firstMatch, requires: (Bool, Bool) = (true, true),
        tracks: (Bool, Bool) = (true, true),
        sinks: [any EventSink] = []
    ) throws {
        a = ScriptedProvider(name: "a", sinks: ["a": aSink])
        b = ScriptedProvider(name: "b", sinks: ["b": bSink])
        provider = try CombinedProvider(
            "both",
            [
                .init(a, isRequired: requires.0, tracks: tracks.0), .init(b, isRequired: requires.1, tracks: tracks.1),
            ], strategy: strategy)
        client = FlagClient(provider: provider, context: .user("u"), sinks: sinks, options: .manual(time))
    }

    /// Starts the client with children that respond with these flags, or fail if the flags are `nil`.
    func start(
        _ aValues: [String: FlagValue]?, _ bValues: [String: FlagValue]?
    ) async -> (FlagClient.StartResult, ScriptedProvider.Run, ScriptedProvider.Run) {
        async let start = client.start()
        let (aRun, bRun) = (await a.nextRun(), await b.nextRun())
        Self.answer(aRun, aValues, "a")
        Self.answer(bRun, bValues, "b")
        return (await start, aRun, bRun)
    }

    static func answer(_ run: ScriptedProvider.Run, _ values: [String: FlagValue]?, _ name: String) {
        if let values { run.answer(values, provider: name) } else { run.fail(FlagError(.general, "\(name) says 503")) }
    }
}
