// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
internal import HalyardTransport

/// How an ``UnleashProvider`` talks to its service; all but the address and the key have defaults.
public struct UnleashOptions: Sendable {
    /// How flags are asked for.
    public enum FetchMethod: String, Sendable, Hashable, CaseIterable {
        /// The context stands in the URL.
        case get
        /// The context stands in the body, so that it shows up in no log of URLs; needs Unleash 6.7.2, or Edge.
        case post
    }

    /// Which evaluations make an impression.
    public enum ImpressionMode: String, Sendable, Hashable, CaseIterable {
        /// Those of flags that ask for it (`impressionData`).
        case flagged
        /// All, those of unknown flags included; every read then costs an event.
        case all
    }

    /// What else tells servers who asks, such as for a wrapper around this provider.
    public struct Flavor: Sendable, Hashable {
        /// The name; the server keeps 256 characters.
        public var name: String
        /// The version; the server keeps 32 characters.
        public var version: String

        /// Makes a flavor.
        public init(name: String, version: String) {
            self.name = name
            self.version = version
        }
    }

    /// Fetches header fields before a request, such as a token that must be renewed now and then.
    public typealias HeadersProvider = @Sendable () async throws -> [String: String]

    /// The URL of the Frontend API, such as `https://flags.example.com/api/frontend`; a query that it has is kept.
    public var url: String
    /// The frontend token.
    public var clientKey: Secret
    /// The header field that carries the key.
    public var headerName = "Authorization"
    /// The name of the app, in the context and in metrics.
    public var appName = "halyard"
    /// The name of the environment, in the context and in metrics; nil for none.
    ///
    /// The key decides which flags are served, whatever stands here.
    public var environment: String? = "default"
    /// What tells the instances of an app apart in metrics.
    public var instanceId = "swift"

    /// The time from one answer to the next request; zero to ask once for each context, and on demand.
    public var refreshInterval = Duration.seconds(15)
    /// Whether polling rests while the user does not see the app; flags are then asked for only where there are none.
    public var pausesInBackground = true
    /// How flags are asked for.
    public var fetchMethod = FetchMethod.get
    /// How old stored flags of the same context may be for a start not to ask at once; zero to ask always.
    public var freshFor = Duration.zero
    /// How long one request may take.
    public var requestTimeout = Duration.seconds(10)
    /// What a flag that is not listed means once the service has answered: off, or nothing known about it.
    ///
    /// Unleash lists only what is on. In a combination `.unknown` lets the other providers be asked.
    public var absence = FlagSnapshot.Absence.off

    /// Further header fields for all requests.
    ///
    /// `Content-Type`, `If-None-Match` and what begins with `unleash-` cannot be set.
    public var headers: [String: String] = [:]
    /// Fetches further header fields before each request; they beat ``headers``.
    public var headersProvider: HeadersProvider?
    /// What else is said about who asks.
    public var flavor: Flavor?

    /// The session id to use; nil for one that is made once and stored.
    public var sessionId: String?

    /// Whether nothing is reported about how often flags are read.
    public var disableMetrics = false
    /// The time from one report to the next; zero to report only when the client is flushed.
    public var metricsInterval = Duration.seconds(30)
    /// The time to the first report, so that the app shows up at once; zero to wait for ``metricsInterval``.
    public var metricsIntervalInitial = Duration.seconds(2)
    /// Where metrics are sent; nil for `client/metrics` below ``url``.
    public var metricsUrl: String?
    /// Which evaluations make an impression.
    public var impressions = ImpressionMode.flagged
    /// What becomes of counts that could not be reported; by default they are stored.
    public var storage = EventStorage()

    /// Makes options.
    public init(url: String, clientKey: Secret) {
        self.url = url
        self.clientKey = clientKey
    }
}

extension UnleashOptions {
    /// Everything that is wrong with the options.
    var problems: [OptionProblem] {
        var problems: [OptionProblem] = []
        func check(_ option: String, _ url: String) {
            do throws(ServiceURL.Problem) { _ = try ServiceURL(url) } catch {
                problems.append(OptionProblem(option, error.description))
            }
        }
        check("url", url)
        if let metricsUrl { check("metricsUrl", metricsUrl) }
        if !HTTPHeaders.canSend(clientKey.reveal()) {
            problems.append(
                OptionProblem(
                    "clientKey", "The key is empty, or cannot stand in a header field.",
                    mend: "Give a frontend token."))
        }
        if !HTTPHeaders.canSend(appName) {
            problems.append(
                OptionProblem(
                    "appName", "The name is empty, or cannot stand in a header field.",
                    mend: "Write the app's name on one line."))
        }
        if !HTTPHeaders.isToken(headerName) || UnleashHeaders.isReserved(headerName) {
            problems.append(
                OptionProblem(
                    "headerName", "The key cannot be sent in a header field of this name.",
                    mend: "Use \"Authorization\", or what your gateway asks for."))
        }
        for name in headers.keys.sorted() {
            if UnleashHeaders.isReserved(name) {
                problems.append(
                    OptionProblem(
                        "headers", "The header field \"\(name)\" is set by the provider.",
                        mend: "Leave it out."))
            } else if !HTTPHeaders.isToken(name) {
                problems.append(
                    OptionProblem(
                        "headers", "\"\(name)\" cannot be the name of a header field.",
                        mend: "Use letters, digits and \"-\"."))
            } else if headers[name].map(HTTPHeaders.canSend) == false {
                problems.append(
                    OptionProblem(
                        "headers",
                        "The value of \"\(name)\" is empty, or cannot stand in a header field.",
                        mend: "Write it on one line."))
            }
        }
        if let flavor, !HTTPHeaders.canSend(flavor.name) || !HTTPHeaders.canSend(flavor.version) {
            problems.append(
                OptionProblem(
                    "flavor", "The name or the version is empty, or cannot stand in a header field.",
                    mend: "Write both, each on one line."))
        }
        return problems
    }
}
