// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HTTPTypes
import Hummingbird

/// Rejects requests from other web pages.
///
/// Such a page can use its own host name for this machine, or make a browser send requests to the server.
struct GuardMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard let authority = request.head.authority, Self.isOwn(authority, port: context.port) else {
            throw HTTPError(
                .misdirectedRequest, message: "Unsupported host. Use 127.0.0.1, localhost, or [::1].")
        }
        if let origin = request.headers[.origin], origin.lowercased() != "http://" + authority.lowercased() {
            throw HTTPError(.forbidden, message: "Requests from other web pages aren't allowed.")
        }
        return try await next(request, context)
    }

    /// Returns a Boolean value that indicates whether a `Host` names this machine, without a port or with the server's port.
    static func isOwn(_ authority: String, port: Int?) -> Bool {
        let authority = authority.lowercased()
        return ["127.0.0.1", "localhost", "[::1]"].contains { name in
            authority == name || port.map { authority == "\(name):\($0)" } == true
        }
    }
}

/// Rejects changes without the token that only the page has.
struct ChangeTokenMiddleware: RouterMiddleware {
    /// The header field with the token.
    static let field = HTTPField.Name("X-Change-Token")

    let token: String

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let isRead = request.method == .get || request.method == .head
        guard isRead || Self.field.flatMap({ request.headers[$0] }) == token else {
            throw HTTPError(.forbidden, message: "Invalid page token. Reload the page.")
        }
        return try await next(request, context)
    }
}

/// Adds header fields that prevent caching, content sniffing, and scripts, unless a response sets these fields itself.
struct SafeAnswersMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as any HTTPResponseError {
            response = try error.response(from: request, context: context)
        }
        for (name, value) in Self.fields where response.headers[name] == nil { response.headers[name] = value }
        return response
    }

    private static let fields: [(HTTPField.Name, String)] = [
        (.contentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'"), (.xContentTypeOptions, "nosniff"),
        (.cacheControl, "no-store"),
    ]
}
