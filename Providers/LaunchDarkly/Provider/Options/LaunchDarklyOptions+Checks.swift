// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardTransport

extension LaunchDarklyOptions {
    /// Whether a provider can be made from the options.
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
                    InvalidOption(option, "The URL has a query.", suggestion: "Leave out what begins with \"?\"."))
            }
        }
        let key = mobileKey.reveal()
        if !key.isEmpty, !HTTPHeaders.canSend(key) {
            problems.append(
                InvalidOption(
                    "mobileKey", "The key cannot stand in a header field.",
                    suggestion: "Give the environment's mobile key."))
        }
        for (name, value) in additionalHeaders.sorted(by: \.key) {
            if !HTTPHeaders.isToken(name) {
                problems.append(
                    InvalidOption(
                        "additionalHeaders", "\"\(name)\" cannot be the name of a header field.",
                        suggestion: "Use letters, digits and \"-\"."))
            } else if !value.isEmpty, !HTTPHeaders.canSend(value) {
                problems.append(
                    InvalidOption(
                        "additionalHeaders",
                        "The value of \"\(name)\" cannot stand in a header field.",
                        suggestion: "Write it on one line."))
            }
        }
        if let wrapper = application.wrapperName, !wrapper.isEmpty,
            !HTTPHeaders.canSend(wrapper + (application.wrapperVersion ?? ""))
        {
            problems.append(
                InvalidOption(
                    "wrapperName", "Name and version of the wrapper cannot stand in a header field.",
                    suggestion: "Write both on one line."))
        }
        return problems
    }

    /// The probable mistakes in options that a provider can be made from.
    var risks: [InvalidOption] {
        var risks: [InvalidOption] = []
        let key = mobileKey.reveal()
        let wrongKey: String? =
            if key.hasPrefix("sdk-") {
                "This is a server-side SDK key, which must not be part of an app, and isn't a mobile key."
            } else if key.hasPrefix("api-") {
                "This is an access token of the REST API, which must not be part of an app, and isn't a mobile key."
            } else if key.utf8.count == 24, key.utf8.allSatisfy(Self.isHexDigit) {
                "This is a client-side ID, which isn't a mobile key."
            } else {
                nil
            }
        if let wrongKey {
            risks.append(
                InvalidOption(
                    "mobileKey", wrongKey,
                    suggestion: "Use the environment's mobile key, which begins with \"mob-\"."))
        }
        for (option, url, paths) in [
            ("baseUrl", endpoints.polling, ["msdk", "msdk/evalx"]), ("streamUrl", endpoints.streaming, ["meval"]),
            ("eventsUrl", endpoints.events, ["mobile/events", "mobile/events/bulk", "mobile/events/diagnostic"]),
        ] {
            risks.append(contentsOf: [InvalidOption(option, url: url, endingWith: paths)].compactMap(\.self))
        }
        return risks
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    /// The changes that the provider makes to the options for a generation.
    func findings(in contextModel: LaunchDarklyContextModel) -> [Diagnostic] {
        var findings = notes + application.findings(in: contextModel)
        if mobileKey.reveal().isEmpty {
            findings.append(
                Diagnostic(
                    "noMobileKey", .warning, "The mobile key is empty, so the provider stays offline.",
                    suggestion: "Give the environment's mobile key."))
        }
        let intervals = [
            ("flagPollingInterval", pollingInterval, shortestIntervals.polling),
            ("backgroundFlagPollingInterval", backgroundPollingInterval, shortestIntervals.backgroundPolling),
        ]
        for (option, given, shortest) in intervals where given < shortest {
            findings.append(Self.lengthened(option, given, to: shortest))
        }
        return findings
    }

    /// The finding that a time is shorter than the service accepts.
    static func lengthened(_ option: String, _ given: Duration, to shortest: Duration) -> Diagnostic {
        Diagnostic(
            "intervalLengthened", .warning, subject: option,
            "\(given) is shorter than the service is fine with; \(shortest) is used.",
            suggestion: "Give \(shortest) or more.")
    }
}
