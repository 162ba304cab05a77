// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import AsyncAlgorithms
import Foundation
import Halyard
import HTTPTypes
import Hummingbird

/// The routes of the OpenFeature Remote Evaluation Protocol (OFREP): all flags, one flag, and a stream of notifications.
enum OFREPRoutes {
    private static let events = "/ofrep/v1/events"

    static func add(to router: Router<ServerContext>, service: FlagService) {
        router.post("ofrep/v1/evaluate/flags") { request, context in
            try await answering(request, context, service) { flags in
                .json(
                    [
                        "flags": .array(flags.flags.map(\.ofrep)),
                        "eventStreams": [["type": "sse", "endpoint": ["requestUri": .string(events)]]],
                    ], to: request)
            }
        }
        // A flag key can contain a slash, which some clients don't escape.
        router.post("ofrep/v1/evaluate/flags/**") { request, context in
            let key = key(in: request.uri.path)
            return try await answering(request, context, service) { flags in
                service.reads.add([key: 1])
                guard let flag = flags[key] else {
                    return .json(
                        [
                            "key": .string(key), "errorCode": "FLAG_NOT_FOUND",
                            "errorDetails": .string("Unknown flag \"\(key)\"."),
                        ], status: .notFound)
                }
                return .json(flag.ofrep, status: flag.error == nil ? .ok : .badRequest)
            }
        }
        router.get(RouterPath(String(events.dropFirst()))) { request, _ in
            Response.stream(to: request, on: service.client.updates.map { _ in () }, OFREPFeed(service: service))
        }
    }

    /// Returns the flag key in a path, including its slashes, at which the router would split it.
    private static func key(in path: String) -> String {
        var rest = path[...]
        for _ in 0..<4 { rest = rest.drop { $0 == "/" }.drop { $0 != "/" } }
        let key = String(rest.dropFirst())
        return key.removingPercentEncoding ?? key
    }

    /// Responds with the flags for the context in the body.
    private static func answering(
        _ request: Request, _ context: ServerContext, _ service: FlagService,
        _ answer: (ServedFlags) throws -> Response
    ) async throws -> Response {
        do {
            let body = try await request.json(context)
            // Some clients omit an empty context.
            guard case .object(let members) = body["context"] ?? [:] else {
                return failure("INVALID_CONTEXT", "Invalid context. Use a JSON object.", .badRequest)
            }
            return try answer(service.answer(for: EvaluationContext(ofrep: members)))
        } catch let error as HTTPError {
            return failure(
                error.status == .badRequest ? "PARSE_ERROR" : "GENERAL", error.body ?? error.description, error.status)
        }
    }

    private static func failure(
        _ code: FlagValue, _ details: String, _ status: HTTPResponse.Status
    ) -> Response {
        .json(["errorCode": code, "errorDetails": .string(details)], status: status)
    }
}

extension EvaluationContext {
    /// Creates a context from the targeting key and attributes of an OFREP context.
    fileprivate init(ofrep members: [String: FlagValue]) {
        self.init(
            key: String(flagValue: members["targetingKey"] ?? .null),
            attributes: members.filter { $0.key != "targetingKey" && !$0.value.isNull })
    }
}
