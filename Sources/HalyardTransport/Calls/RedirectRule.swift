// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What to do with an answer that points elsewhere; a pure function.
///
/// The platform's own way is switched off: on Linux it sends the keys to whatever host is named, and drops the body.
enum RedirectRule {
    enum Decision: Equatable {
        /// The answer is the caller's.
        case deliver
        /// This is to be asked next.
        case follow(HTTPRequest)
        /// The redirect is not followed, and why.
        case refuse(String)
    }

    /// How many redirects are followed in a row.
    static let limit = 5

    /// What another origin may see: everything else may be a key, by whatever name a service gives it.
    private static let shownToStrangers: Set = ["accept", "accept-language", "cache-control", "user-agent"]
    private static let bodyFields = ["Content-Encoding", "Content-Language", "Content-Length", "Content-Type"]

    /// Decides about an answer.
    ///
    /// - Parameters:
    ///   - request: What was asked.
    ///   - head: What was answered.
    ///   - followed: How many redirects led to the request.
    static func decide(_ request: HTTPRequest, _ head: HTTPResponseHead, followed: Int) -> Decision {
        guard [301, 302, 303, 307, 308].contains(head.status), let location = head.headers["Location"] else {
            return .deliver
        }
        guard followed < limit else { return .refuse("More than \(limit) redirects in a row") }
        guard let url = WebAddress(request.url)?.resolving(location), let old = WebOrigin(request.url),
            let new = WebOrigin(url)
        else { return .refuse("A redirect (\(head.status)) names no http or https URL") }
        guard WebAddress(url)?.userInfo == nil else {
            return .refuse("A redirect (\(head.status)) names a URL with a user or a password")
        }
        guard old.scheme == new.scheme || new.scheme == "https" else {
            return .refuse("A redirect (\(head.status)) leads from https to http")
        }
        var next = request
        next.url = url
        // RFC 9110, section 15.4. REPORT, which only reads, keeps its method and the body that says what to read.
        let becomesGet =
            head.status == 303 ? !["GET", "HEAD", "REPORT"].contains(request.method) : request.method == "POST"
        if head.status <= 303, becomesGet {
            // Browsers go on. Here the answer to a GET would pass for one to what was sent: reports would be lost unnoticed.
            guard request.body == nil else {
                return .refuse(
                    "A redirect (\(head.status)) to \(new) would drop the request's body. Give the URL that it leads to"
                )
            }
            next.method = "GET"
            for name in bodyFields { next.headers[name] = nil }
        }
        if old != new {
            guard next.body == nil else {
                return .refuse(
                    "A redirect (\(head.status)) would send the request's body, which may hold personal data, to another "
                        + "origin, \(new). Give the URL that it leads to")
            }
            for name in next.headers.names where !shownToStrangers.contains(name.lowercased()) {
                next.headers[name] = nil
            }
        }
        return .follow(next)
    }
}
