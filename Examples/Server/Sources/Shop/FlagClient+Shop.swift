// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly
import HalyardUnleash
import Logging

extension FlagClient {
    /// Creates the shop's client from the configuration file in `FLAGS`, or with the shipped rules if this isn't set.
    static func shop(
        _ environment: [String: String], sinks: [any EventSink], logger: Logger
    ) throws(ConfigurationError) -> FlagClient {
        var options = Options()
        options.hooks = [TelemetryHook.spans]
        options.diagnosticHandler = { logger.log($0) }
        var host = ConfigurationHost()
        host.variable = { environment[$0] }
        let shipped = Bundle.module.bundleURL.appending(path: "halyard.json").path(percentEncoded: false)
        return try FlagClient(
            configuration: .file(environment["FLAGS"] ?? shipped), providers: [.launchDarkly, .unleash], sinks: sinks,
            options: options, host: host)
    }
}

extension Logger {
    /// Logs a client's diagnostic.
    fileprivate func log(_ diagnostic: Diagnostic) {
        let level: Logger.Level =
            switch diagnostic.severity {
            case .info: .info
            case .warning: .warning
            case .error: .error
            }
        log(level: level, "\(diagnostic)", metadata: ["code": .string(diagnostic.code.rawValue)])
    }
}
