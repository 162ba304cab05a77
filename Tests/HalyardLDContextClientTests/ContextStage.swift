// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLDContextClient
import HalyardLDEngine
import HostileServer
import LDTestSupport

/// A LaunchDarkly service that a test controls, and a device with an app's clients for contexts.
typealias ContextStage = ServiceStage<LDClient>

extension ServiceStage<LDClient> {
    init(
        store: any FlagStore = InMemoryFlagStore(), events: [Step] = [.send(.response(202))],
        _ answer: @escaping @Sendable (RecordedRequest) -> [Step]
    ) throws {
        try self.init(LDClient.makeRegistry, store: store, { _ in }, events: events, answer)
    }

    /// Returns a configuration for this service that polls and sends no diagnostic events.
    func config(_ change: (inout LDConfig) -> Void = { _ in }) -> LDConfig {
        var config = LDConfig(mobileKey: "mob", autoEnvAttributes: .disabled)
        aim(&config.common)
        change(&config)
        return config
    }

    /// Starts, and returns the client of the primary environment after the start's completion is called.
    func started(_ context: LDContext, _ config: LDConfig? = nil) async throws -> LDClient {
        await withCheckedContinuation { continuation in
            registry.start(config ?? self.config(), context) { _ in continuation.resume() }
        }
        return try primary()
    }

    func end() {
        registry.get()?.close()
        server.stop()
    }
}
