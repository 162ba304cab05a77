// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A test's command for a server.
struct ServerCommand: Decodable {
    var command: String
    var evaluate: ForContext<ClientCommand.Evaluate>?
    var evaluateAll: ForContext<EvaluateAll>?
    var identifyEvent: ContextParameters?
    var customEvent: ForContext<ClientCommand.Custom>?
    var secureModeHash: ContextParameters?

    /// Parameters with the context that they apply to.
    struct ForContext<Parameters: Decodable>: Decodable {
        var parameters: Parameters
        var target: ContextParameters

        init(from decoder: any Decoder) throws {
            parameters = try Parameters(from: decoder)
            target = try ContextParameters(from: decoder)
        }
    }

    struct EvaluateAll: Decodable {
        var withReasons: Bool?
        var clientSideOnly: Bool?
        var detailsOnlyForTrackedFlags: Bool?
    }
}
