// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HalyardLDClient

/// The dialect of LaunchDarkly's tests of mobile clients without contexts, which control `LDClient`.
struct UsersDialect: Dialect {
    let status = Status(
        name: "halyard-client-sdk",
        capabilities: ["client-side", "mobile", "singleton", "strongly-typed", "service-endpoints", "tags"])

    func make(_ body: Data) async throws -> any Subject {
        let configuration = try ClientParameters(body: body).configuration
        guard LDClient.get() == nil else { throw Refusal.failed("A client is already running. Close it first.") }
        let (config, user) = (try configuration.config, configuration.clientSide.initialUser.user)
        let seconds = Double(configuration.startWaitTimeMs ?? 5000) / 1000
        let isLate = await withCheckedContinuation { started in
            LDClient.start(
                config: config, user: user, startWaitSeconds: seconds
            ) { started.resume(returning: $0) }
        }
        guard let client = LDClient.get() else { throw Refusal.failed("The client is missing.") }
        if isLate, configuration.initCanFail != true {
            client.close()
            throw Refusal.failed("No flags arrived within \(seconds) seconds.")
        }
        return ClientSubject(client)
    }
}
