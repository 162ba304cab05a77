// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A test's command for a client.
struct ContextClientCommand: Decodable {
    var command: String
    var evaluate: ClientCommand.Evaluate?
    var identifyEvent: Identify?
    var customEvent: ClientCommand.Custom?
    var contextBuild: ContextBuild?
    var contextConvert: ContextConvert?
    var contextComparison: ContextComparison?

    struct Identify: Decodable {
        var context: FlagValue?
        var user: FlagValue?
    }
}
