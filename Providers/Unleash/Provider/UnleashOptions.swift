// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardNetwork
import HalyardTransport

/// How an ``UnleashProvider`` talks to its service; everything but the URL and the key has a default.
public struct UnleashOptions: Sendable {
    /// How flags are requested.
    public enum FetchMethod: String, Sendable, Hashable, CaseIterable {
        /// The context is sent in the URL.
        case get
        /// The context is sent in the body, so that it appears in no log of URLs; needs Unleash 6.7.2, or Edge.
        case post
    }

    /// Which evaluations make an impression.
    public enum ImpressionMode: String, Sendable, Hashable, CaseIterable {
        /// Those of flags that ask for it (`impressionData`).
        case flagged
        /// All, including those of unknown flags; every read then costs an event.
        case all
    }

    /// Identifies a library around this provider, such as a wrapper, to servers.
    public struct Flavor: Sendable, Hashable {
        /// The name, of which the server keeps 256 characters.
        public var name: String
        /// The version, of which the server keeps 32 characters.
        public var version: String

        /// Makes a flavor.
        public init(name: String, version: String) {
            self.name = name
            self.version = version
        }
    }

    /// Fetches header fields before a request, such as a token that must be renewed from time to time.
    public typealias HeadersProvider = @Sendable () async throws -> [String: String]

    /// The URL of the Frontend API, such as `https://flags.example.com/api/frontend`; its query is kept.
    public var url: String
    /// The frontend token.
    public var clientKey: Secret
    /// The header field that carries the key.
    public var headerName = "Authorization"
    /// The name of the app, in the context and in metrics.
    public var appName = "halyard"
    /// The name of the environment, in the context and in metrics; nil for none.
    ///
    /// The key decides which flags are served, whatever is set here.
    public var environment: String? = "default"
    /// Distinguishes the instances of an app in metrics.
    public var instanceId = "swift"

    /// The time from one response to the next request; zero to fetch once for each context, and on demand.
    public var refreshInterval = Duration.seconds(15)
    /// Whether polling pauses while the app is in the background; flags are then fetched only if there are none.
    public var pausesInBackground = true
    /// How flags are requested.
    public var fetchMethod = FetchMethod.get
    /// How old stored flags of the same context may be for a start not to fetch at once; zero to fetch always.
    public var freshFor = Duration.zero
    /// How long one request may take.
    public var requestTimeout = Duration.seconds(10)
    /// The meaning of a flag that the service does not list once it has answered: off, or unknown.
    ///
    /// Unleash lists only flags that are on. In a combination `.unknown` lets the other providers be asked.
    public var missingFlags = FlagSet.MissingFlags.off

    /// Further header fields for all requests.
    ///
    /// `Content-Type`, `If-None-Match` and names that begin with `unleash-` cannot be set.
    public var headers: [String: String] = [:]
    /// Fetches further header fields before each request; they override ``headers``.
    public var headersProvider: HeadersProvider?
    /// The library around this provider, if there is one.
    public var flavor: Flavor?

    /// The session id to use; nil for one that is generated once and stored.
    public var sessionId: String?

    /// Whether reads of flags are not reported.
    public var sendsMetrics = true
    /// The time from one report to the next; zero to report only when the client is flushed.
    public var metricsInterval = Duration.seconds(30)
    /// The time to the first report, so that the app shows up at once; zero to wait for ``metricsInterval``.
    public var metricsIntervalInitial = Duration.seconds(2)
    /// Where metrics are sent; nil for `client/metrics` below ``url``.
    public var metricsUrl: String?
    /// Which evaluations make an impression.
    public var impressions = ImpressionMode.flagged
    /// What happens to counts that could not be reported; by default they are stored.
    public var storage = EventStorage()

    /// Makes options.
    public init(url: String, clientKey: Secret) {
        self.url = url
        self.clientKey = clientKey
    }
}

extension UnleashOptions {
    /// The probable mistakes in options that a provider can be made from.
    var risks: [InvalidOption] {
        UnleashTokenKind.frontend.risks(url: ("url", url), token: ("clientKey", clientKey))
    }

    /// All problems with the options.
    var problems: [InvalidOption] {
        let urls = [InvalidOption("url", url: url), metricsUrl.flatMap { InvalidOption("metricsUrl", url: $0) }]
        var problems = urls.compactMap(\.self)
        if !HTTPHeaders.canSend(clientKey.reveal()) {
            problems.append(
                InvalidOption(
                    "clientKey", "The key is empty, or cannot stand in a header field.",
                    suggestion: "Give a frontend token."))
        }
        if !HTTPHeaders.canSend(appName) {
            problems.append(
                InvalidOption(
                    "appName", "The name is empty, or cannot stand in a header field.",
                    suggestion: "Write the app's name on one line."))
        }
        if !HTTPHeaders.isToken(headerName) || UnleashHeaders.isReserved(headerName) {
            problems.append(
                InvalidOption(
                    "headerName", "The key cannot be sent in a header field of this name.",
                    suggestion: "Use \"Authorization\", or what your gateway asks for."))
        }
        for (name, value) in headers.sorted(by: \.key) {
            if let problem = HTTPHeaders.problem(with: name, value, isReserved: UnleashHeaders.isReserved) {
                problems.append(InvalidOption("headers", problem.message, suggestion: problem.suggestion))
            }
        }
        if let flavor, !HTTPHeaders.canSend(flavor.name) || !HTTPHeaders.canSend(flavor.version) {
            problems.append(
                InvalidOption(
                    "flavor", "The name or the version is empty, or cannot stand in a header field.",
                    suggestion: "Write both, each on one line."))
        }
        return problems
    }
}
