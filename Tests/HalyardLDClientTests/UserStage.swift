// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLDClient
import HalyardLDEngine
import HostileServer
import LDTestSupport

/// A LaunchDarkly service that does what a test says, a device, and an app's clients for users on it.
typealias UserStage = ServiceStage<LDClient>

extension ServiceStage<LDClient> {
    init(
        store: any FlagStore = InMemoryFlagStore(), _ change: (inout LDClientDependencies) -> Void = { _ in },
        events: [Step] = [.send(.response(202))], _ answer: @escaping @Sendable (RecordedRequest) -> [Step]
    ) throws { try self.init(LDClient.makeRegistry, store: store, change, events: events, answer) }

    /// A configuration for this service: polling, and no reports about the client.
    func config(_ change: (inout LDConfig) -> Void = { _ in }) -> LDConfig {
        var config = LDConfig(mobileKey: "mob")
        aim(&config.common)
        change(&config)
        return config
    }

    /// Starts, and waits for the completion.
    @discardableResult
    func start(_ config: LDConfig? = nil, _ user: LDUser = .plain("a")) async -> Bool {
        await withCheckedContinuation { continuation in
            registry.start(config: config ?? self.config(), user: user) { continuation.resume(returning: $0) }
        }
    }

    /// The client of the primary environment after a start.
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
    /// A user of whom only the key, and a device that is not this one, are known.
    static func plain(_ key: String) -> LDUser { LDUser(key: key, device: "d", operatingSystem: "o") }
}
