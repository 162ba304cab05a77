// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardUnleash
import HTTPTypes
import Hummingbird

/// The routes of Unleash's Frontend API: flags by GET and POST, and metrics, which count as reads.
enum UnleashRoutes {
    static func add(to router: Router<ServerContext>, service: FlagService) {
        for base in ["api/frontend", "api/proxy"] {
            let api = router.group(RouterPath(base))
            api.get { request, _ in
                try flags(for: UnleashContext(query: request.query), request, service)
            }
            api.post { request, context in
                let body = try await request.json(context)
                // Older clients send the context itself as the body.
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

    /// Returns the number of reads of each flag, from a client's metrics.
    private static func reads(in report: FlagValue) throws -> [String: Int] {
        guard case .object = report else { throw HTTPError(.badRequest, message: "Invalid body. Send a JSON object.") }
        guard case .object(let toggles)? = report["bucket"]?["toggles"] else { return [:] }
        return toggles.mapValues { counts in
            ["yes", "no"].reduce(0) { $0.adding(Int(flagValue: counts[$1] ?? 0) ?? 0) }
        }
    }
}
