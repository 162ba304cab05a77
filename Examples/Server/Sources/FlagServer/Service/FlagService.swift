// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Synchronization

/// What the server serves: the flags of one client, what was overridden, and who read what.
///
/// Safe to use from any thread.
final class FlagService: Sendable {
    let client: FlagClient
    /// What apps have reported since the start.
    let reads = ReadLedger()
    /// What a change by the page must carry; only the page knows it.
    let changeToken = String(UInt128.random(in: .min ... .max), radix: 36)
    /// The providers that the configuration names, which ``FlagClient/switchProvider(to:within:)-(String,_)`` takes; empty for a file.
    let providers: [String]
    private let forced: Mutex<[String: FlagValue]>
    private let file: OverrideFile?

    /// Makes a service.
    ///
    /// - Parameters:
    ///   - client: The client, which is started and ended with the server.
    ///   - providers: The names of the configuration's providers.
    ///   - file: Keeps the overrides; nil for memory only.
    ///   - overrides: The overrides to begin with.
    init(
        _ client: FlagClient, providers: [String] = [], file: OverrideFile? = nil, overrides: [String: FlagValue] = [:]
    ) {
        self.client = client
        self.providers = providers
        self.file = file
        forced = Mutex(overrides)
        for (key, value) in overrides { client.overrides.set(key, value) }
    }

    /// What was overridden here, by flag.
    var overrides: [String: FlagValue] { forced.withLock { $0 } }

    /// Forces a flag to a value for every app; nil gives the flag back to its provider.
    ///
    /// Reads see it when the call returns, and streams are on their way.
    ///
    /// - Throws: ``OverridesRefused``, or ``OverridesNotSaved``.
    func override(_ key: String, _ value: FlagValue?) async throws {
        try await change { forced in
            forced[key] = value
            client.overrides.set(key, value)
        }
    }

    /// Gives all flags back to their provider.
    ///
    /// - Throws: ``OverridesRefused``, or ``OverridesNotSaved``.
    func removeOverrides() async throws {
        try await change { forced in
            for key in forced.keys { client.overrides.set(key, nil) }
            forced = [:]
        }
    }

    /// Changes the overrides in one step, and then writes them once.
    ///
    /// - Parameter body: Changes them here and in the client, under the lock, so that both agree; the client only stores and
    ///   signals.
    private func change(_ body: (inout [String: FlagValue]) -> Void) async throws {
        guard client.overrides.isAllowed else { throw OverridesRefused() }
        forced.withLock { body(&$0) }
        do {
            try await file?.write { self.overrides }
        } catch {
            throw OverridesNotSaved(reason: "\(error)")
        }
    }

    /// The flags of this moment for a request's context, where they are decided for each; otherwise those for the server's.
    func view(for context: EvaluationContext) -> FlagSnapshot {
        decidesForEachRequest ? client.snapshot(for: context) : client.snapshot()
    }

    /// Whether each request is answered for its own context.
    var decidesForEachRequest: Bool { client.state.flagSet?.rules != nil }

    /// The flags of this moment for a request's context, by name.
    func flags(for context: EvaluationContext) -> ServedFlags { ServedFlags(view(for: context), forced: overrides) }
}

/// The overrides have changed, but the file could not be written.
struct OverridesNotSaved: Error, CustomStringConvertible {
    let reason: String

    var description: String { "The change wasn't saved, and applies only until the server ends. \(reason)" }
}

/// The configuration has switched overrides off.
struct OverridesRefused: Error, CustomStringConvertible {
    let description =
        "The configuration doesn't allow overrides in this build. Add \"overrides\": {\"inRelease\": true}."
}
