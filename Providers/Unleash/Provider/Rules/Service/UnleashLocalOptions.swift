// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// How an ``UnleashLocalProvider`` talks to its service; everything but the URL and the token has a default.
public struct UnleashLocalOptions: Sendable {
    /// A strategy of the app's own: whether it holds, given its parameters in Unleash and a context.
    ///
    /// Called at reads, on the reader's thread; it must be quick, and give the same for the same context.
    public typealias Strategy = @Sendable (_ parameters: [String: String], _ context: UnleashContext) -> Bool

    /// The URL of the API, such as `https://flags.example.com/api`; of Unleash, or of Edge.
    public var url: String
    /// The client (backend) token.
    public var token: Secret
    /// The name of the app, for rules, registration and metrics.
    public var appName = "halyard"
    /// The name of the environment, for rules and metrics; nil for none.
    ///
    /// The token decides which rules are served, whatever is set here.
    public var environment: String? = "default"
    /// Distinguishes the instances of an app in Unleash's pages.
    public var instanceId = "swift"
    /// The projects whose flags are asked for; empty for all that the token may see.
    public var projects: [String] = []
    /// Whether only changes are asked for (`/client/delta`); where the server has none, all rules are.
    public var usesDelta = false

    /// The time from one response to the next request; zero to ask once, and on demand.
    public var refreshInterval = Duration.seconds(15)
    /// Whether polling pauses while the app is in the background; for an app on a device.
    public var pausesInBackground = true
    /// How long one request may take.
    public var requestTimeout = Duration.seconds(10)
    /// Further header fields for all requests.
    ///
    /// `Content-Type`, `If-None-Match` and names that begin with `unleash-` cannot be set.
    public var headers: [String: String] = [:]
    /// Fetches further header fields before each request; they override ``headers``.
    public var headersProvider: UnleashOptions.HeadersProvider?

    /// The session id of contexts that have neither one nor a user id; nil to throw dice for them, once for each view.
    ///
    /// For an app on a device, so that its anonymous user stays in a rollout.
    public var sessionId: String?
    /// Strategies of the app's own, by name.
    public var strategies: [String: Strategy] = [:]

    /// Whether the app neither registers nor reports reads of flags.
    public var sendsMetrics = true
    /// The time from one report to the next; zero to report only when the client is flushed.
    public var metricsInterval = Duration.seconds(60)
    /// Which evaluations make an impression.
    public var impressions = UnleashOptions.ImpressionMode.flagged
    /// What happens to counts that could not be reported; by default they are stored.
    public var storage = EventStorage()

    /// Makes options.
    public init(url: String, token: Secret) {
        self.url = url
        self.token = token
    }
}

extension UnleashLocalOptions {
    /// What both types of provider have in common, in the form that requests are made from.
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

    /// The probable mistakes in options that a provider can be made from.
    var risks: [InvalidOption] { UnleashTokenKind.client.risks(url: ("url", url), token: ("token", token)) }

    /// All problems with the options.
    var problems: [InvalidOption] {
        var problems = shared.problems.map { problem in
            if problem.option != "clientKey" { return problem }
            return InvalidOption("token", problem.message, suggestion: "Give a client (backend) token.")
        }
        if projects.contains("") {
            problems.append(
                InvalidOption(
                    "projects", "A project has no name.", suggestion: "Leave it out, or leave out all of them."))
        }
        return problems
    }
}
