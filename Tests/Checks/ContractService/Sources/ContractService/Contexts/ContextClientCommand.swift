// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A test's command for a client.
struct ContextClientCommand: Decodable {
    var command: String
    var evaluate: ClientCommand.Evaluate?
    var identifyEvent: ContextParameters?
    var customEvent: ClientCommand.Custom?
}

extension Optional {
    /// The parameters of a command that requires them.
    var required: Wrapped {
        get throws(Refusal) {
            guard let self else { throw .undecodable("The command has no parameters.") }
            return self
        }
    }
}
