// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import Hummingbird
import Logging
import ServiceLifecycle

/// A shop server that evaluates flags for the user of each request.
///
///     swift run Shop                              # with the rules in rules.json
///     FLAGS=Sources/Shop/Resources/unleash.json UNLEASH_URL=… UNLEASH_BACKEND_TOKEN=… swift run Shop
///     FLAGS=Sources/Shop/Resources/launchdarkly.json LAUNCHDARKLY_SDK_KEY=… swift run Shop
///
/// The environment variables `HOST` and `PORT` set the address (default: 127.0.0.1, port 8080).
@main
struct Shop {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        let logger = Logger(label: "shop")
        let client: FlagClient
        do {
            client = try .shop(environment, sinks: [FlagMetrics()], logger: logger)
        } catch {
            logger.critical("\(error)")
            exit(1)
        }
        let app = application(
            client, host: environment["HOST"] ?? "127.0.0.1", port: environment["PORT"].flatMap(Int.init) ?? 8080,
            logger: logger)
        var group = ServiceGroupConfiguration(
            services: [app], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // A request that never ends must not prevent the client from sending its counts.
        group.maximumGracefulShutdownDuration = .seconds(20)
        try await ServiceGroup(configuration: group).run()
    }

    static func application(
        _ client: FlagClient, host: String = "127.0.0.1", port: Int = 0, logger: Logger = Logger(label: "shop")
    ) -> some ApplicationProtocol {
        var app = Application(
            router: shopRoutes(client), configuration: .init(address: .hostname(host, port: port)),
            services: [FlagService(client: client)],
            onServerRunning: { channel in
                logger.notice("The shop listens on http://\(host):\(channel.localAddress?.port ?? port)")
            },
            logger: logger)
        // The server accepts requests only after the rules have arrived or the time limit has passed.
        app.beforeServerStarts { await client.start(within: .seconds(5)) }
        return app
    }
}
