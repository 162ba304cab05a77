// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Follows a flag of a client.
///
/// The flag and the client can change each time a view is redrawn.
@MainActor
final class FlagFollower {
    /// Called on the main actor when the flag changes.
    var onChange: () -> Void = {}

    private weak var client: FlagClient?
    private var name: String?
    private var observation: FlagObservation?

    /// Starts to follow a flag instead of the previous flag.
    ///
    /// Without a client, follows no flag.
    func follow<Value>(_ key: FlagKey<Value>, of client: FlagClient?) {
        if self.client === client, name == key.name { return }
        observation?.cancel()
        (self.client, name) = (client, key.name)
        observation = client?.observe(key, owner: self) { follower, _ in follower.onChange() }
    }
}

/// Reports, once for each flag, that a view reads the flag without a client.
enum MissingClient {
    private static let reported = DiagnosticDeduplicator { DebugConsole.show($0) }

    static func report(_ name: String) { reported("noClientInEnvironment", about: name) { diagnostic(name) } }

    static func diagnostic(_ name: String) -> Diagnostic {
        Diagnostic(
            "noClientInEnvironment", .warning, subject: name,
            "A view reads the flag '\(name)' without a client in its environment, so it gets the default value.",
            suggestion: "Add .environment(\\.flags, client) to an enclosing view.")
    }
}
