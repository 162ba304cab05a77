// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardNetwork
import HalyardTransport

/// The options of an ``UnleashProvider``.
///
/// ```swift
/// var options = UnleashOptions(url: "https://flags.example.com/api/frontend", clientKey: Secret(key))
/// options.appName = "shop"
/// ```
/// All options except the URL and the key have a default value.
public struct UnleashOptions: Sendable {
    /// The method that requests flags.
    public enum FetchMethod: String, Sendable, Hashable, CaseIterable {
        /// The context is sent in the URL.
        case get
        /// The context is sent in the body, so that it doesn't appear in URL logs.
        ///
        /// This requires Unleash 6.7.2 or later, or Unleash Edge.
        case post
    }

    /// The evaluations that create an impression.
    public enum ImpressionMode: String, Sendable, Hashable, CaseIterable {
        /// Evaluations of flags that have impressions turned on (`impressionData`).
        case flagged
        /// All evaluations, including evaluations of unknown flags.
        ///
        /// Each read then costs an event.
        case all
    }

    /// The name and version of a library that wraps this provider.
    public struct Flavor: Sendable, Hashable {
        /// The name, of which the server keeps 256 characters.
        public var name: String
        /// The version, of which the server keeps 32 characters.
        public var version: String

        /// Creates a flavor.
        public init(name: String, version: String) {
            self.name = name
            self.version = version
        }
    }

    /// A closure that fetches header fields before a request, such as a token that expires.
    public typealias HeadersProvider = @Sendable () async throws -> [String: String]

    /// The URL of the Frontend API, such as `https://flags.example.com/api/frontend`.
    ///
    /// A query in the URL is kept.
    public var url: String
    /// The frontend token.
    public var clientKey: Secret
    /// The header field that contains the key.
    public var headerName = "Authorization"
    /// The name of the app, in the context and in metrics.
    public var appName = "halyard"
    /// The name of the environment in the context and in metrics, or `nil` for none.
    ///
    /// It doesn't change which flags are served, because that depends on the key.
    public var environment: String? = "default"
    /// The name of this instance of the app in metrics.
    public var instanceId = "swift"

    /// The time from one response to the next request, or zero to make only one request for each context and requests on demand.
    public var refreshInterval = Duration.seconds(15)
    /// A Boolean value that indicates whether polling pauses while the app is in the background.
    ///
    /// While it pauses, flags are fetched only if there are none.
    public var pausesInBackground = true
    /// The method that requests flags.
    public var fetchMethod = FetchMethod.get
    /// The maximum age of a context's stored flags for a start without an immediate request, or zero to always make a request.
    public var freshFor = Duration.zero
    /// The request timeout.
    public var requestTimeout = Duration.seconds(10)
    /// The meaning of a flag that isn't listed in the service's response, which is off or unknown.
    ///
    /// Unleash lists only flags that are on. In a combination of providers, set `.unknown` to use the other providers for the
    /// flag.
    public var missingFlags = FlagSet.MissingFlags.off

    /// Additional header fields for all requests.
    ///
    /// You can't set `Content-Type`, `If-None-Match`, or names that start with `unleash-`.
    public var headers: [String: String] = [:]
    /// A closure that fetches additional header fields before each request.
    ///
    /// They override ``headers``.
    public var headersProvider: HeadersProvider?
    /// The library that wraps this provider, if there is one.
    public var flavor: Flavor?

    /// The session ID, or `nil` for an ID that is generated once and stored.
    public var sessionId: String?

    /// A Boolean value that indicates whether flag reads are reported.
    public var sendsMetrics = true
    /// The time between reports, or zero to report only when the client is flushed.
    public var metricsInterval = Duration.seconds(30)
    /// The time until the first report, or zero to wait for ``metricsInterval``.
    ///
    /// A short time makes the app appear in Unleash soon.
    public var metricsIntervalInitial = Duration.seconds(2)
    /// The URL for metrics, or `nil` for `client/metrics` below ``url``.
    public var metricsUrl: String?
    /// The evaluations that create an impression.
    public var impressions = ImpressionMode.flagged
    /// The storage for counts that couldn't be reported.
    ///
    /// By default, they are stored.
    public var storage = EventStorageOptions()

    /// Creates options.
    public init(url: String, clientKey: Secret) {
        self.url = url
        self.clientKey = clientKey
    }
}

extension UnleashOptions {
    /// The probable mistakes in valid options.
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
                    "clientKey", "The key is empty or isn't valid in a header field.",
                    suggestion: "Use a frontend token."))
        }
        if !HTTPHeaders.canSend(appName) {
            problems.append(
                InvalidOption(
                    "appName", "The name is empty or isn't valid in a header field.",
                    suggestion: "Use the app's name, on one line."))
        }
        if !HTTPHeaders.isToken(headerName) || UnleashHeaders.isReserved(headerName) {
            problems.append(
                InvalidOption(
                    "headerName", "The key can't be sent in a header field of this name.",
                    suggestion: "Use \"Authorization\", or the field that your gateway requires."))
        }
        for (name, value) in headers.sorted(by: \.key) {
            if let problem = HTTPHeaders.problem(with: name, value, isReserved: UnleashHeaders.isReserved) {
                problems.append(InvalidOption("headers", problem.message, suggestion: problem.suggestion))
            }
        }
        if let flavor, !HTTPHeaders.canSend(flavor.name) || !HTTPHeaders.canSend(flavor.version) {
            problems.append(
                InvalidOption(
                    "flavor", "The name or the version is empty or isn't valid in a header field.",
                    suggestion: "Set both, each on one line."))
        }
        return problems
    }
}
