// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport

extension LaunchDarklyRun {
    func failure(_ problem: EventSource.Problem) -> LaunchDarklyConnection.Failure {
        if case .status(let status) = problem { return .init(status: status) }
        return .unknownError(text(problem))
    }

    func text(_ problem: EventSource.Problem, isRefused: Bool = false) -> String {
        switch problem {
        case .ended: "The stream ended."
        case .silent(let duration): "Received nothing over the stream for \(duration)."
        case .status(let status): text(status, isRefused: isRefused)
        case .contentType(let type):
            "The service responded with content type \"\(type)\" instead of a stream. Check the service URL."
        case .transport(let error): Self.sentence(error.message)
        case .tooLarge(let error): "The stream contained too much data. \(error)"
        }
    }

    static func cause(_ problem: EventSource.Problem) -> String? {
        if case .transport(let error) = problem { "\(error.kind)" } else { nil }
    }

    static func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }

    /// Returns a message about a status, with a suggestion that fits LaunchDarkly and its Relay Proxy.
    func text(_ status: Int, isRefused: Bool) -> String {
        let isForServers = store.isForServers
        let suggestion =
            switch status {
            case 204 where isForServers: " The response contains no rules. Check the service URL."
            case 204: " This status means that clients must not reconnect."
            case 400 where isForServers: " Check the service URL."
            case 400: " Check the context and the service URL."
            case 401, 403: " Check the \(isForServers ? "SDK" : "mobile") key."
            case 404, 405: " Check the service URL."
            case 414 where isForServers, 431 where isForServers:
                " Check the service URL and the additional header fields."
            case 414, 431: " The context is too long for a URL. Set useReport to send it in the request body."
            default: isRefused ? "" : " Halyard will retry."
            }
        return "The service responded with status \(status)." + suggestion
    }
}
