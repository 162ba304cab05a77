// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport
import HalyardUnleash

/// The settings of an engine for fetching flags and sending metrics.
struct Plan: Sendable {
    var poller: Poller.Settings
    var environment: String?
    /// The URL for metrics, or `nil` for the default path below the poller's URL.
    var metricsUrl: String?
    var metricsInterval = 30
    var disablesMetrics = true

    /// Creates the settings of a poller that works alone, without metrics.
    init(_ poller: Poller.Settings) { self.poller = poller }

    /// The provider's options.
    var options: UnleashOptions {
        var options = UnleashOptions(url: poller.url, clientKey: Secret(poller.key))
        options.appName = poller.appName
        options.environment = environment
        options.refreshInterval = interval
        // The default timeout of URLSession.
        options.requestTimeout = .seconds(60)
        options.headers = poller.headers.filter(Self.canBeSet)
        options.headersProvider = { [host = poller.headersHost] in await host.headers() }
        options.metricsInterval = .seconds(max(metricsInterval, 0))
        options.metricsUrl = metricsUrl
        options.sendsMetrics = !disablesMetrics
        return options
    }

    var interval: Duration { .seconds(max(poller.refreshInterval, 0)) }

    /// The diagnostics about the app's header fields.
    var headerDiagnostics: [Diagnostic] {
        poller.headers.filter { !Self.canBeSet($0) }.keys.sorted().map { name in
            Diagnostic(
                "headerRefused", .warning, subject: name,
                "The header field \"\(name)\" was ignored, because the client sets it, its name is invalid, or its value "
                    + "can't be sent.",
                suggestion: "Remove it, or use a valid name and a one-line value.")
        }
    }

    private static func canBeSet(_ field: (key: String, value: String)) -> Bool {
        HTTPHeaders.isToken(field.key) && !UnleashHeaders.isReserved(field.key) && HTTPHeaders.canSend(field.value)
    }
}
