// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HTTPTypes
import Hummingbird

/// A request's context, with the flags of its user.
struct ShopContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The user's flags, which don't change during the request.
    var flags = FlagMiddleware.noFlags

    init(source: Source) { coreContext = .init(source: source) }
}

/// Evaluates the flags of each request for its user.
struct FlagMiddleware: RouterMiddleware {
    /// The default values, for requests that don't pass the middleware.
    static let noFlags = FlagClient(provider: InMemoryFlagProvider(name: "none")).snapshot()

    let client: FlagClient

    func handle(
        _ request: Request, context: ShopContext, next: (Request, ShopContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.flags = client.snapshot(for: EvaluationContext(request))
        return try await next(request, context)
    }
}

extension EvaluationContext {
    /// Creates the context of a request's user.
    ///
    /// The shop trusts these header fields. In your server, use a verified session or token.
    init(_ request: Request) {
        let plan = request.field("X-Plan") ?? "free"
        self.init(key: request.field("X-User-ID"), attributes: ["plan": .string(plan)])
    }
}

extension Request {
    fileprivate func field(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
}
