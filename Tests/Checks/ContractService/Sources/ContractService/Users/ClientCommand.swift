// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A test's command for a client.
struct ClientCommand: Decodable {
    var command: String
    var evaluate: Evaluate?
    var identifyEvent: Identify?
    var customEvent: Custom?
    var aliasEvent: Alias?

    struct Evaluate: Decodable {
        var flagKey: String
        var valueType: String?
        var defaultValue: FlagValue?
        var detail: Bool?
    }

    struct Identify: Decodable {
        var user: UserParameters
    }

    struct Custom: Decodable {
        var eventKey: String
        var data: FlagValue?
        var omitNullData: Bool?
        var metricValue: Double?
    }

    struct Alias: Decodable {
        var user: UserParameters
        var previousUser: UserParameters
    }
}
