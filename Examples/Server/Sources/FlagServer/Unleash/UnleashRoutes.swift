// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardUnleash
import HTTPTypes
import Hummingbird

/// Unleash's Frontend API: flags by GET and POST, metrics as reads.
enum UnleashRoutes {
    static func add(to router: Router<ServerContext>, service: FlagService) {
        for base in ["api/frontend", "api/proxy"] {
            let api = router.group(RouterPath(base))
            api.get { request, _ in
                try flags(for: UnleashContext(query: request.query), request, service)
            }
            api.post { request, context in
                let body = try await request.json(context)
                // Older clients send the context itself.
                return try flags(for: UnleashContext(body["context"] ?? body), request, service)
            }
            api.post("client/metrics") { request, context in
                service.reads.add(try reads(in: try await request.json(context)))
                return HTTPResponse.Status.accepted
            }
            api.post("client/register") { request, context in
                _ = try await request.json(context)
                return HTTPResponse.Status.accepted
            }
        }
    }

    private static func flags(
        for context: UnleashContext, _ request: Request, _ service: FlagService
    ) throws -> Response {
        let flags = try service.answer(for: context.context).flags
        return .json(["toggles": .array(flags.compactMap(\.toggle))], to: request)
    }

    /// How often each flag was read, from a report of a client.
    private static func reads(in report: FlagValue) throws -> [String: Int] {
        guard case .object = report else { throw HTTPError(.badRequest, message: "Expected an object with a bucket.") }
        guard case .object(let toggles)? = report["bucket"]?["toggles"] else { return [:] }
        return toggles.mapValues { counts in
            ["yes", "no"].reduce(0) { $0.adding(Int(flagValue: counts[$1] ?? 0) ?? 0) }
        }
    }
}
