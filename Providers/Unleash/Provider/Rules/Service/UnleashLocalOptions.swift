// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// The options of an ``UnleashLocalProvider``.
///
/// ```swift
/// var options = UnleashLocalOptions(url: "https://flags.example.com/api", token: Secret(token))
/// options.projects = ["checkout"]
/// ```
/// All options except the URL and the token have a default value.
public struct UnleashLocalOptions: Sendable {
    /// A custom strategy that returns whether it applies, for its parameters in Unleash and a context.
    ///
    /// It's called during reads, on the reader's thread. It must be fast, and must return the same result for the same context.
    public typealias Strategy = @Sendable (_ parameters: [String: String], _ context: UnleashContext) -> Bool

    /// The URL of the API of Unleash or Unleash Edge, such as `https://flags.example.com/api`.
    public var url: String
    /// The client (backend) token.
    public var token: Secret
    /// The name of the app, for rules, registration, and metrics.
    public var appName = "halyard"
    /// The name of the environment for rules and metrics, or `nil` for none.
    ///
    /// It doesn't change which rules are served, because that depends on the token.
    public var environment: String? = "default"
    /// The name of this instance of the app in the Unleash admin UI.
    public var instanceId = "swift"
    /// The projects whose flags are requested, or an empty list for all projects that the token can access.
    public var projects: [String] = []
    /// A Boolean value that indicates whether only changes are requested (`/client/delta`).
    ///
    /// If the server doesn't support this, all rules are requested.
    public var usesDelta = false

    /// The time from one response to the next request, or zero to make only one request and requests on demand.
    public var refreshInterval = Duration.seconds(15)
    /// A Boolean value that indicates whether polling pauses while the app is in the background.
    ///
    /// It's intended for apps on a device.
    public var pausesInBackground = true
    /// The request timeout.
    public var requestTimeout = Duration.seconds(10)
    /// Additional header fields for all requests.
    ///
    /// You can't set `Content-Type`, `If-None-Match`, or names that start with `unleash-`.
    public var headers: [String: String] = [:]
    /// A closure that fetches additional header fields before each request.
    ///
    /// They override ``headers``.
    public var headersProvider: UnleashOptions.HeadersProvider?

    /// The session ID for contexts without a session ID or user ID, or `nil` to use a random value for each snapshot.
    ///
    /// Set it in an app on a device, so that its anonymous user remains in a rollout.
    public var sessionId: String?
    /// The custom strategies, by name.
    public var strategies: [String: Strategy] = [:]

    /// A Boolean value that indicates whether the app registers and reports flag reads.
    public var sendsMetrics = true
    /// The time between reports, or zero to report only when the client is flushed.
    public var metricsInterval = Duration.seconds(60)
    /// The evaluations that create an impression.
    public var impressions = UnleashOptions.ImpressionMode.flagged
    /// The storage for counts that couldn't be reported.
    ///
    /// By default, they are stored.
    public var storage = EventStorageOptions()

    /// Creates options.
    public init(url: String, token: Secret) {
        self.url = url
        self.token = token
    }
}

extension UnleashLocalOptions {
    /// The options that both provider types share, in the form that requests need.
    var shared: UnleashOptions {
        var shared = UnleashOptions(url: url, clientKey: token)
        shared.appName = appName
        shared.environment = environment
        shared.instanceId = instanceId
        shared.requestTimeout = requestTimeout
        shared.headers = headers
        shared.headersProvider = headersProvider
        shared.sendsMetrics = sendsMetrics
        shared.storage = storage
        return shared
    }

    /// The probable mistakes in valid options.
    var risks: [InvalidOption] { UnleashTokenKind.client.risks(url: ("url", url), token: ("token", token)) }

    /// All problems with the options.
    var problems: [InvalidOption] {
        var problems = shared.problems.map { problem in
            if problem.option != "clientKey" { return problem }
            return InvalidOption("token", problem.message, suggestion: "Use a client (backend) token.")
        }
        if projects.contains("") {
            problems.append(
                InvalidOption(
                    "projects", "A project has no name.", suggestion: "Remove the empty name, or remove all projects."))
        }
        return problems
    }
}
