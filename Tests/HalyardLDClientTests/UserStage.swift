// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLDClient
import HalyardLDEngine
import HostileServer
import LDTestSupport

/// A LaunchDarkly service that a test controls, and a device with an app's clients for users.
typealias UserStage = ServiceStage<LDClient>

extension ServiceStage<LDClient> {
    init(
        store: any FlagStore = InMemoryFlagStore(), _ change: (inout LDClientDependencies) -> Void = { _ in },
        events: [Step] = [.send(.response(202))], _ answer: @escaping @Sendable (RecordedRequest) -> [Step]
    ) throws { try self.init(LDClient.makeRegistry, store: store, change, events: events, answer) }

    /// Returns a configuration for this service that polls and sends no diagnostic events.
    func config(_ change: (inout LDConfig) -> Void = { _ in }) -> LDConfig {
        var config = LDConfig(mobileKey: "mob")
        aim(&config.common)
        change(&config)
        return config
    }

    /// Starts the client, waits for the completion, and returns whether flags are missing.
    @discardableResult
    func start(_ config: LDConfig? = nil, _ user: LDUser = .plain("a")) async -> Bool {
        await withCheckedContinuation { continuation in
            registry.start(config: config ?? self.config(), user: user) { continuation.resume(returning: $0) }
        }
    }

    /// Starts, and returns the client of the primary environment.
    func started(_ config: LDConfig? = nil, _ user: LDUser = .plain("a")) async throws -> LDClient {
        _ = await start(config, user)
        return try primary()
    }

    func end() {
        registry.get()?.close()
        server.stop()
    }
}

extension LDUser {
    /// Returns a user with a key and a fixed device, which isn't this one.
    static func plain(_ key: String) -> LDUser { LDUser(key: key, device: "d", operatingSystem: "o") }
}
