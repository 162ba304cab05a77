// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Notices that a flag of a client changes; which flag, and which client, may be another at each redraw of a view.
@MainActor
final class FlagFollower {
    /// Called with each change, on the main actor.
    var onChange: () -> Void = {}

    private weak var client: FlagClient?
    private var name: String?
    private var observation: FlagObservation?

    /// Follows a flag from now on, in place of what was followed before; nil for no client.
    func follow<Value>(_ key: FlagKey<Value>, of client: FlagClient?) {
        if self.client === client, name == key.name { return }
        observation?.cancel()
        (self.client, name) = (client, key.name)
        observation = client?.observe(key, owner: self) { follower, _ in follower.onChange() }
    }
}

/// Reports, once for each flag, that a view reads it and has no client.
enum MissingClient {
    private static let reported = DiagnosticDeduplicator { DebugConsole.show($0) }

    static func report(_ name: String) { reported("noClientInEnvironment", about: name) { finding(name) } }

    static func finding(_ name: String) -> Diagnostic {
        Diagnostic(
            "noClientInEnvironment", .warning, subject: name,
            "A view reads the flag '\(name)', and its environment has no client: it gets the default.",
            suggestion: "Add .environment(\\.flags, client) to a view around it.")
    }
}
