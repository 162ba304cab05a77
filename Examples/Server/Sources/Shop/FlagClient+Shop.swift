// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardUnleash
import Logging

extension FlagClient {
    /// Creates the shop's client, with rules from the server in `UNLEASH_URL`, or with the shipped rules if this isn't set.
    static func shop(
        _ environment: [String: String], sinks: [any EventSink], logger: Logger
    ) throws(ConfigurationError) -> FlagClient {
        var options = Options()
        options.hooks = [TelemetryHook.spans]
        options.diagnosticHandler = { logger.log($0) }
        if environment["UNLEASH_URL"] == nil {
            logger.info("UNLEASH_URL is not set, so the shop uses the rules in rules.json")
            let embedded = FileFlagProvider(.file(resource("rules.json")), name: "embedded", formats: [.unleashLocal])
            return FlagClient(provider: embedded, sinks: sinks, options: options)
        }
        var host = ConfigurationHost()
        host.variable = { environment[$0] }
        return try FlagClient(
            configuration: .file(resource("halyard.json")), providers: [.unleash], sinks: sinks, options: options,
            host: host)
    }

    private static func resource(_ name: String) -> String {
        Bundle.module.bundleURL.appending(path: name).path(percentEncoded: false)
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
