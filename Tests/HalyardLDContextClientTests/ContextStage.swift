// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLDContextClient
import HalyardLDEngine
import HostileServer
import LDTestSupport

/// A LaunchDarkly service that does what a test says, a device, and an app's clients for contexts on it.
typealias ContextStage = ServiceStage<LDClient>

extension ServiceStage<LDClient> {
    init(
        store: any FlagStore = InMemoryFlagStore(), events: [Step] = [.send(.response(202))],
        _ answer: @escaping @Sendable (RecordedRequest) -> [Step]
    ) throws {
        try self.init(LDClient.makeRegistry, store: store, { _ in }, events: events, answer)
    }

    /// A configuration for this service: polling, and no reports about the client.
    func config(_ change: (inout LDConfig) -> Void = { _ in }) -> LDConfig {
        var config = LDConfig(mobileKey: "mob", autoEnvAttributes: .disabled)
        aim(&config.common)
        change(&config)
        return config
    }

    /// The client of the primary environment, once the completion of the start was called.
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
