// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardTransport

/// A client of a real provider without a network.
enum CannedService {
    /// Starts a client with a number of flags, which counts evaluations and sends events.
    static func client(flags count: Int) async throws -> FlagClient {
        var options = LaunchDarklyOptions(mobileKey: Secret("mobile-key"))
        options.streamingMode = .polling
        let transport = CannedTransport(payload: Payload.launchDarkly(count))
        let client = FlagClient(
            provider: try LaunchDarklyProvider(options, transport: transport, files: InMemoryFileSystem()),
            context: .user("ann"))
        await client.start(within: .seconds(60))
        guard client.state.flagSet?.table.count == count else {
            throw Trouble("The provider doesn't have all flags: \(client.status)")
        }
        return client
    }
}
