// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import AsyncAlgorithms
import Halyard
import HTTPTypes
import Hummingbird

/// The routes of the page.
///
/// | request | response or effect |
/// | --- | --- |
/// | GET `/` | the page |
/// | GET `/state` | the state of the page's table |
/// | GET `/events` | the state as server-sent events, initially and after each change |
/// | GET `/explain?key=` | a flag's explanation, values by provider, and last changes |
/// | PUT `/override?key=` | overrides a flag with the value in the body, and returns the value as JSON |
/// | DELETE `/override?key=` | removes the override of a flag |
/// | DELETE `/override` | removes all overrides |
/// | PUT `/context` | sets the server's context to the context in the body |
/// | POST `/use?provider=` | switches to another provider of the configuration |
/// | GET `/parity` | the agreement of combined providers, or null without a combined provider |
struct InspectorRoutes {
    private let service: FlagService
    private let state: InspectorState

    private init(_ service: FlagService) {
        self.service = service
        let run = FlagValue.string(String(UInt64.random(in: .min ... .max), radix: 36))
        state = InspectorState(service: service, history: ChangeHistory(of: service.client), run: run)
    }

    /// Adds the page's routes.
    ///
    /// ``ChangeTokenMiddleware`` has already checked requests for changes.
    static func add(to router: RouterGroup<ServerContext>, service: FlagService) {
        let routes = InspectorRoutes(service)
        let page = InspectorPage(token: service.changeToken)
        router.get("") { _, _ in page }
        router.get("state") { _, _ in Response.json(routes.state.json) }
        router.get("events") { request, _ in routes.events(request) }
        router.get("explain") { request, _ in try routes.explain(request) }
        router.get("parity") { _, _ in Response.json(service.client.parity?.json ?? .null) }
        router.put("override") { request, context in try await routes.override(request, context) }
        router.delete("override") { request, _ in try await routes.removeOverride(request) }
        router.put("context") { request, context in try await routes.setContext(request, context) }
        router.post("use") { request, _ in try await routes.use(request) }
    }

    private func events(_ request: Request) -> Response {
        let changes = merge(service.client.updates.map { _ in }, state.history.changes, service.reads.changes)
        return .stream(to: request, on: changes, InspectorFeed(state))
    }

    private func explain(_ request: Request) throws -> Response {
        let key = try request.parameter("key")
        let snapshot = service.client.snapshot()
        let details = InspectorDetails(
            explanation: snapshot.explain(key), flagSet: snapshot.state.flagSet, entries: state.history[key],
            parity: service.client.parity)
        return .json(details.json)
    }

    private func override(_ request: Request, _ context: ServerContext) async throws -> Response {
        let key = try request.parameter("key")
        let value = try await request.json(context)
        try await answering { try await service.override(key, value) }
        return .json(["text": value.jsonText])
    }

    private func removeOverride(_ request: Request) async throws -> HTTPResponse.Status {
        let key = try request.query.isEmpty ? nil : request.parameter("key")
        try await answering {
            guard let key else { return try await service.removeOverrides() }
            try await service.override(key, nil)
        }
        return .noContent
    }

    /// Sets the context.
    ///
    /// If its flags can't be fetched, the response contains the reason, and the context is still used.
    private func setContext(_ request: Request, _ context: ServerContext) async throws -> Response {
        let json = try await request.json(context)
        let wanted = try await answering { try EvaluationContext(json: json) }
        switch await service.client.setContext(wanted, within: .seconds(5)) {
        case .failed(let error): return .json(["problem": .string(error.message)])
        case .timedOut: return .json(["problem": "The provider didn't respond within 5 seconds."])
        default: return Response(status: .noContent)
        }
    }

    private func use(_ request: Request) async throws -> HTTPResponse.Status {
        let name = try request.parameter("provider")
        try await answering { try await service.client.switchProvider(to: name) }
        return .noContent
    }

    /// Converts errors to responses, so that the page can show the reason.
    private func answering<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as any HTTPResponseError {
            throw error
        } catch let error as FlagError {
            throw HTTPError(.conflict, message: error.message)
        } catch {
            throw HTTPError(.conflict, message: "\(error)")
        }
    }
}

extension Request {
    fileprivate func parameter(_ name: String) throws -> String {
        guard let value = query.last(where: { $0.name == name })?.value, !value.isEmpty else {
            throw HTTPError(.badRequest, message: "Missing parameter \"\(name)\".")
        }
        return value
    }
}
