// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A pure function that handles redirects.
///
/// The platform's redirects are turned off because Linux sends keys to any host that a redirect names, and drops the body.
enum RedirectRule {
    enum Decision: Equatable {
        /// The response goes to the caller.
        case deliver
        /// This request comes next.
        case follow(HTTPRequest)
        /// The redirect isn't followed, for this reason.
        case refuse(String)
    }

    /// The maximum number of redirects in a row.
    static let limit = 5

    /// The fields that another origin can receive, because a service can use any other field for a key.
    private static let shownToStrangers: Set = ["accept", "accept-language", "cache-control", "user-agent"]
    private static let bodyFields = ["Content-Encoding", "Content-Language", "Content-Length", "Content-Type"]

    /// Returns the decision for a response.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - head: The head of the response.
    ///   - followed: The number of redirects that led to the request.
    static func decide(_ request: HTTPRequest, _ head: HTTPResponseHead, followed: Int) -> Decision {
        guard [301, 302, 303, 307, 308].contains(head.status), let location = head.headers["Location"] else {
            return .deliver
        }
        guard followed < limit else { return .refuse("More than \(limit) redirects in a row") }
        guard let url = WebAddress(request.url)?.resolving(location), let old = WebOrigin(request.url),
            let new = WebOrigin(url)
        else { return .refuse("A redirect (\(head.status)) doesn't lead to an http or https URL") }
        guard WebAddress(url)?.userInfo == nil else {
            return .refuse("A redirect (\(head.status)) leads to a URL with a user or a password")
        }
        guard old.scheme == new.scheme || new.scheme == "https" else {
            return .refuse("A redirect (\(head.status)) leads from https to http")
        }
        var next = request
        next.url = url
        // RFC 9110, section 15.4. REPORT only reads, so it keeps its method and its body, which specifies what to read.
        let becomesGet =
            head.status == 303 ? !["GET", "HEAD", "REPORT"].contains(request.method) : request.method == "POST"
        if head.status <= 303, becomesGet {
            // Browsers continue, but the response to a GET would look like the response to the original body, and reports would
            // be lost unnoticed.
            guard request.body == nil else {
                return .refuse(
                    "A redirect (\(head.status)) to \(new) would drop the request's body. Use the URL that it leads to"
                )
            }
            next.method = "GET"
            for name in bodyFields { next.headers[name] = nil }
        }
        if old != new {
            guard next.body == nil else {
                return .refuse(
                    "A redirect (\(head.status)) would send the request's body, which might contain personal data, to another "
                        + "origin, \(new). Use the URL that it leads to")
            }
            for name in next.headers.names where !shownToStrangers.contains(name.lowercased()) {
                next.headers[name] = nil
            }
        }
        return .follow(next)
    }
}
