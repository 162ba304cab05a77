// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Synchronization

/// The flags of one client, their overrides, and the reads that apps report.
///
/// Safe to use from any thread.
final class FlagService: Sendable {
    let client: FlagClient
    /// The reads that apps have reported since the server started.
    let reads = ReadLedger()
    /// The token that a change requires, and that only the page has.
    let changeToken = String(UInt128.random(in: .min ... .max), radix: 36)
    /// The names of the configuration's providers, or an empty array for a file with flags.
    ///
    /// ``FlagClient/switchProvider(to:within:)-(String,_)`` accepts these names.
    let providers: [String]
    private let forced: Mutex<[String: FlagValue]>
    private let file: OverrideFile?

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - client: The client, which starts and shuts down with the server.
    ///   - providers: The names of the configuration's providers.
    ///   - file: The file for overrides, or `nil` to keep overrides only in memory.
    ///   - overrides: The initial overrides.
    init(
        _ client: FlagClient, providers: [String] = [], file: OverrideFile? = nil, overrides: [String: FlagValue] = [:]
    ) {
        self.client = client
        self.providers = providers
        self.file = file
        forced = Mutex(overrides)
        for (key, value) in overrides { client.overrides.set(key, value) }
    }

    /// The overrides, by flag key.
    var overrides: [String: FlagValue] { forced.withLock { $0 } }

    /// Overrides a flag for every app, or removes its override if the value is `nil`.
    ///
    /// When the call returns, reads use the new value, and streams are about to send it.
    ///
    /// - Throws: ``OverridesRefused``, or ``OverridesNotSaved``.
    func override(_ key: String, _ value: FlagValue?) async throws {
        try await change { forced in
            forced[key] = value
            client.overrides.set(key, value)
        }
    }

    /// Removes all overrides.
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
    /// - Parameter body: A closure that changes the overrides here and in the client. It runs under the lock, so that both agree.
    private func change(_ body: (inout [String: FlagValue]) -> Void) async throws {
        guard client.overrides.isAllowed else { throw OverridesRefused() }
        forced.withLock { body(&$0) }
        do {
            try await file?.write { self.overrides }
        } catch {
            throw OverridesNotSaved(reason: "\(error)")
        }
    }

    /// Returns the current flags for a request's context, or for the server's context if flags aren't evaluated for each request.
    func view(for context: EvaluationContext) -> FlagSnapshot {
        decidesForEachRequest ? client.snapshot(for: context) : client.snapshot()
    }

    /// A Boolean value that indicates whether flags are evaluated for each request's context.
    var decidesForEachRequest: Bool { client.state.flagSet?.rules != nil }

    /// Returns the current flags for a request's context, ordered by key.
    func flags(for context: EvaluationContext) -> ServedFlags { ServedFlags(view(for: context), forced: overrides) }
}

/// An error for overrides that have changed but couldn't be saved to the file.
struct OverridesNotSaved: Error, CustomStringConvertible {
    let reason: String

    var description: String { "The change wasn't saved, and applies only until the server ends. \(reason)" }
}

/// An error for a change of overrides that the configuration doesn't allow.
struct OverridesRefused: Error, CustomStringConvertible {
    let description =
        "The configuration doesn't allow overrides in this build. Add \"overrides\": {\"inRelease\": true}."
}
