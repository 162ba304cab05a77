// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardTransport

extension LaunchDarklyOptions {
    /// A Boolean value that indicates whether you can create a provider from the options.
    package var isUsable: Bool { problems.isEmpty }

    /// All problems with the options.
    var problems: [InvalidOption] {
        var problems: [InvalidOption] = []
        for (option, url) in [
            ("baseUrl", endpoints.polling), ("streamUrl", endpoints.streaming), ("eventsUrl", endpoints.events),
        ] {
            if let problem = InvalidOption(option, url: url) {
                problems.append(problem)
            } else if url.contains("?") {
                problems.append(
                    InvalidOption(
                        option, "The URL contains a query.", suggestion: "Remove the \"?\" and everything after it."))
            }
        }
        let key = mobileKey.reveal()
        if LaunchDarklyKeyKind(key) == .server, events.server == nil {
            problems.append(
                InvalidOption(
                    "mobileKey",
                    "This is a server-side SDK key, not a mobile key. An app must never contain it.",
                    suggestion:
                        "Use the environment's mobile key, which starts with \"mob-\". On a server, use the provider type "
                        + "\"launchdarkly-local\"."))
        }
        if !key.isEmpty, !HTTPHeaders.canSend(key) {
            problems.append(
                InvalidOption(
                    "mobileKey", "The key contains control characters or is longer than 4,096 bytes.",
                    suggestion: "Use the environment's mobile key."))
        }
        for (name, value) in additionalHeaders.sorted(by: \.key) {
            if !HTTPHeaders.isToken(name) {
                problems.append(
                    InvalidOption(
                        "additionalHeaders", "\"\(name)\" isn't a valid header name.",
                        suggestion: "Use letters, digits, and \"-\"."))
            } else if !value.isEmpty, !HTTPHeaders.canSend(value) {
                problems.append(
                    InvalidOption(
                        "additionalHeaders",
                        "The value of \"\(name)\" contains control characters or is longer than 4,096 bytes.",
                        suggestion: "Use a shorter value on one line."))
            }
        }
        if let wrapper = application.wrapperName, !wrapper.isEmpty,
            !HTTPHeaders.canSend(wrapper + (application.wrapperVersion ?? ""))
        {
            problems.append(
                InvalidOption(
                    "wrapperName",
                    "The wrapper's name or version contains control characters, or they exceed 4,096 bytes.",
                    suggestion: "Use a shorter name and version, each on one line."))
        }
        return problems
    }

    /// The probable mistakes in options that don't prevent creating a provider.
    var risks: [InvalidOption] {
        var risks: [InvalidOption] = []
        let key = mobileKey.reveal()
        let wrongKey: String? =
            switch LaunchDarklyKeyKind(key) {
            case .access:
                "This is an access token for the REST API, not a mobile key. An app must never contain it."
            case .clientSide: "This is a client-side ID, not a mobile key."
            case .mobile, .server, .unknown: nil
            }
        if let wrongKey {
            risks.append(
                InvalidOption(
                    "mobileKey", wrongKey,
                    suggestion: "Use the environment's mobile key, which starts with \"mob-\"."))
        }
        for (option, url, paths) in [
            ("baseUrl", endpoints.polling, ["msdk", "msdk/evalx"]), ("streamUrl", endpoints.streaming, ["meval"]),
            ("eventsUrl", endpoints.events, ["mobile/events", "mobile/events/bulk", "mobile/events/diagnostic"]),
        ] {
            risks.append(contentsOf: [InvalidOption(option, url: url, endingWith: paths)].compactMap(\.self))
        }
        return risks
    }

    /// Returns diagnostics about the changes that the provider makes to the options for a context model.
    func diagnostics(in contextModel: LaunchDarklyContextModel) -> [Diagnostic] {
        var diagnostics = notes + application.diagnostics(in: contextModel)
        if mobileKey.reveal().isEmpty {
            diagnostics.append(
                Diagnostic(
                    "noMobileKey", .warning, "The mobile key is empty, so the provider stays offline.",
                    suggestion: "Set the environment's mobile key."))
        }
        let intervals = [
            ("flagPollingInterval", pollingInterval, shortestIntervals.polling),
            ("backgroundFlagPollingInterval", backgroundPollingInterval, shortestIntervals.backgroundPolling),
        ]
        for (option, given, shortest) in intervals where given < shortest {
            diagnostics.append(Self.lengthened(option, given, to: shortest))
        }
        return diagnostics
    }

    /// Returns the diagnostic for an interval that is shorter than the service accepts.
    static func lengthened(_ option: String, _ given: Duration, to shortest: Duration) -> Diagnostic {
        Diagnostic(
            "intervalLengthened", .warning, subject: option,
            "\(given) is shorter than the minimum. Halyard uses \(shortest).",
            suggestion: "Set \(shortest) or more.")
    }
}
