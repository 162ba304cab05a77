// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import AsyncAlgorithms
import Foundation
import Halyard
import HalyardLaunchDarkly
import HTTPTypes
import Hummingbird

extension HTTPRequest.Method {
    /// LaunchDarkly's method for a GET request with a body.
    static let report = HTTPRequest.Method("REPORT") ?? .post
}

/// The routes of LaunchDarkly's mobile service: flags by GET and REPORT, a stream of changes, and events, which count as reads.
enum LaunchDarklyRoutes {
    static func add(to router: Router<ServerContext>, service: FlagService) {
        for path: RouterPath in ["msdk/evalx/users/{context}", "msdk/evalx/contexts/{context}"] {
            router.get(path) { request, context in
                try flags(for: try identity(in: context.parameters), request, service)
            }
        }
        for path: RouterPath in [
            "msdk/evalx/user", "msdk/evalx/context", "msdk/evalx/users", "msdk/evalx/contexts",
        ] {
            router.on(path, method: .report) { request, context in
                try flags(for: try identity(try await request.json(context)), request, service)
            }
        }
        router.get("meval/{context}") { request, context in
            stream(for: try identity(in: context.parameters), request, service)
        }
        router.on("meval", method: .report) { request, context in
            var request = request
            // Reading the body keeps it in the request. The stream needs it to notice a closed connection.
            let body = try await request.bytes(context)
            return stream(for: try identity(text: body), request, service)
        }
        for path: RouterPath in ["mobile/events/bulk", "mobile/events", "mobile"] {
            router.post(path) { request, context in
                service.reads.add(try reads(in: try await request.json(context)))
                return HTTPResponse.Status.accepted
            }
        }
        router.post("mobile/events/diagnostic") { request, context in
            _ = try await request.json(context)
            return HTTPResponse.Status.accepted
        }
    }

    private static func flags(
        for context: EvaluationContext, _ request: Request, _ service: FlagService
    ) throws -> Response {
        let flags = try service.answer(for: context)
        let content = flags.launchDarkly(withReasons: request.wantsReasons)
        return .json(content.stamped(flags.sequence), tagging: .object(content), to: request)
    }

    private static func stream(
        for context: EvaluationContext, _ request: Request, _ service: FlagService
    ) -> Response {
        let feed = LaunchDarklyFeed(service: service, context: context, withReasons: request.wantsReasons)
        return .stream(to: request, on: service.client.updates.map { _ in () }, feed)
    }

    /// Returns the number of reads of each flag, from the summary events.
    ///
    /// Other events repeat these reads.
    private static func reads(in events: FlagValue) throws -> [String: Int] {
        guard case .array(let events) = events else {
            throw HTTPError(.badRequest, message: "Invalid events. Send a JSON array.")
        }
        var reads: [String: Int] = [:]
        for event in events where event["kind"] == "summary" {
            guard case .object(let features)? = event["features"] else { continue }
            for (key, feature) in features {
                guard case .array(let counters)? = feature["counters"] else { continue }
                for counter in counters {
                    reads[key] = (reads[key] ?? 0).adding(Int(flagValue: counter["count"] ?? 0) ?? 0)
                }
            }
        }
        return reads
    }

    // MARK: Identities

    /// Returns the context or user in the path, which is JSON in URL-safe Base64 with or without padding.
    private static func identity(in parameters: Parameters) throws -> EvaluationContext {
        let text = try parameters.require("context")
        var base64 = (text.removingPercentEncoding ?? text)
            .replacing("-", with: "+").replacing("_", with: "/").trimmingCharacters(in: ["="])
        base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
        guard let json = Data(base64Encoded: base64) else {
            throw HTTPError(.badRequest, message: "Invalid Base64 in the path. Encode the context's JSON as Base64.")
        }
        return try identity(text: Array(json))
    }

    private static func identity(text: [UInt8]) throws -> EvaluationContext {
        do {
            return try identity(JSONReader().read(text))
        } catch let error as JSONError {
            throw HTTPError(.badRequest, message: "Invalid JSON in the context: \(error)")
        }
    }

    private static func identity(_ json: FlagValue) throws -> EvaluationContext {
        do {
            return try LaunchDarklyContext(json: json).context
        } catch {
            throw HTTPError(.badRequest, message: "Invalid context: \(error)")
        }
    }
}

extension Request {
    fileprivate var wantsReasons: Bool { query.contains { $0.name == "withReasons" && $0.value == "true" } }
}
