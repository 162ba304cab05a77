// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// A provider with hooks and sinks that serves the same flags, with the given details, for every context.
package struct FixedProvider: FlagProvider {
    package let name: String
    package let hooks: [any EvaluationHook]
    package let sinks: [ProviderSink]
    private let flags: [EvaluatedFlag]

    package init(
        name: String = "fixed", _ flags: [EvaluatedFlag]? = nil, hooks: [any EvaluationHook] = [],
        sinks: [any EventSink] = []
    ) {
        self.name = name
        self.flags = flags ?? [EvaluatedFlag("limit", 5, origin: Origin(.network, provider: name))]
        self.hooks = hooks
        self.sinks = sinks.map { ProviderSink($0, of: name) }
    }

    package init(
        name: String = "fixed", _ values: [String: FlagValue], hooks: [any EvaluationHook] = [],
        sinks: [any EventSink] = []
    ) {
        let origin = Origin(.network, provider: name)
        self.init(name: name, values.map { EvaluatedFlag($0, $1, origin: origin) }, hooks: hooks, sinks: sinks)
    }

    package func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        channel.publish(
            .ready(
                FlagSet(FlagTable(flags), for: request.context, confirmedAt: Instant(millisecondsSinceEpoch: 0))))
    }
}
