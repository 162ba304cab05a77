// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

extension UnleashTokenKind {
    /// Returns the probable mistakes in a URL and a token for a service that requires this kind of token.
    ///
    /// - Parameters:
    ///   - url: The URL, and the name of its option.
    ///   - token: The token, and the name of its option.
    func risks(url: (option: String, value: String), token: (option: String, value: Secret)) -> [InvalidOption] {
        var risks: [InvalidOption] = []
        if let steps = (try? ServiceURL(url.value))?.steps, let problem = problem(withPath: steps) {
            risks.append(InvalidOption(url.option, problem, suggestion: "End the URL with \"\(path)\"."))
        }
        if let problem = problem(withToken: token.value.reveal()) {
            risks.append(InvalidOption(token.option, problem, suggestion: "Use a \(noun) token."))
        }
        return risks
    }

    /// The path of the service's API.
    private var path: String {
        switch self {
        case .frontend: "/api/frontend"
        case .client: "/api"
        }
    }

    private var noun: String {
        switch self {
        case .frontend: "frontend"
        case .client: "client (backend)"
        }
    }

    /// Returns the problem with a path, or `nil` if the path might be right, such as a gateway's path.
    private func problem(withPath steps: [String]) -> String? {
        guard let last = steps.last else { return "The URL has no path, which works only with a gateway." }
        let api = steps.lastIndex(of: "api")
        let next = api.flatMap { $0 + 1 < steps.count ? steps[$0 + 1] : nil }
        let afterNext = api.flatMap { $0 + 2 < steps.count ? steps[$0 + 2] : nil }
        switch (self, next) {
        case (.frontend, "client"): return "This is a URL of the client API, which this provider type doesn't use."
        case (.client, "frontend"), (.client, "proxy"):
            return "This is a URL of the Frontend API, which this provider type doesn't use."
        case (_, "admin"): return "This is a URL of the Admin API, which apps don't use."
        case (.frontend, nil) where last == "api": return "The URL ends before the path of the Frontend API."
        case (.frontend, "frontend") where afterNext == "client" || afterNext == "all":
            return "The URL continues after the path of the Frontend API, but Halyard adds the rest."
        case (.client, "client"):
            return "The URL continues after the path of the API, but Halyard adds the rest."
        default: return nil
        }
    }

    /// Returns the problem with a token, or `nil` if the token might be right.
    ///
    /// A token `project:environment.secret` is a frontend token or a backend token.
    private func problem(withToken token: String) -> String? {
        let scope = token.split(separator: ".", maxSplits: 1).first ?? ""
        if token.hasPrefix("user:") {
            return "This is a personal access token, which gives access to a user's account."
        }
        if scope.hasSuffix(":*") { return "This is an admin token, which gives access to all projects." }
        // The tokens that the Unleash guides create.
        switch self {
        case .frontend where token.hasSuffix(".unleash-insecure-api-token"):
            return "This is a client (backend) token, which must not be part of an app."
        case .client where token.hasSuffix(".unleash-insecure-frontend-api-token"):
            return "This is a frontend token, for which Unleash doesn't send rules."
        default: return nil
        }
    }
}
