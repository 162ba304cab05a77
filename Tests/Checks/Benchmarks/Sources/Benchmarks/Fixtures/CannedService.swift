// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardTransport

/// A client of a real provider on no network.
enum CannedService {
    /// Starts a client whose service has so many flags; evaluations are counted and events sent.
    static func client(flags count: Int) async throws -> FlagClient {
        var options = LaunchDarklyOptions(mobileKey: Secret("mobile-key"))
        options.streamingMode = .polling
        let transport = CannedTransport(payload: Payload.launchDarkly(count))
        let client = FlagClient(
            provider: try LaunchDarklyProvider(options, transport: transport, files: InMemoryFileSystem()),
            context: .user("ann"))
        await client.start(within: .seconds(60))
        guard client.state.flagSet?.table.count == count else {
            throw Trouble("the provider has not all flags: \(client.status)")
        }
        return client
    }
}
