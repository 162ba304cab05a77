// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HTTPTypes
import Hummingbird

/// The context of a request, with the flags of the user who sent it.
struct ShopContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// One answer for the whole request, whatever rules arrive meanwhile.
    var flags = FlagMiddleware.noFlags

    init(source: Source) { coreContext = .init(source: source) }
}

/// Decides the flags of each request for its user.
struct FlagMiddleware: RouterMiddleware {
    /// The defaults, for requests that do not pass the middleware.
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
    /// The user who sent a request.
    ///
    /// The shop trusts these fields. In your app, use what you have verified: a session or a token.
    init(_ request: Request) {
        let plan = request.field("X-Plan") ?? "free"
        self.init(key: request.field("X-User-ID"), attributes: ["plan": .string(plan)])
    }
}

extension Request {
    fileprivate func field(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
}
