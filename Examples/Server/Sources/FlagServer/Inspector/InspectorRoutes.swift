// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import AsyncAlgorithms
import Halyard
import HTTPTypes
import Hummingbird

/// The page, and what it asks for.
///
/// | request | answer |
/// | --- | --- |
/// | GET `/` | the page |
/// | GET `/state` | everything that the page's table shows |
/// | GET `/events` | the same as server-sent events, now and after each change |
/// | GET `/explain?key=` | why a flag has its value, what each provider says, and its last changes |
/// | PUT, DELETE `/override?key=` | forces a flag to the value in the body, and says which it is as JSON; gives it back |
/// | DELETE `/override` | gives all flags back |
/// | PUT `/context` | the context in the body becomes the server's |
/// | POST `/use?provider=` | another provider of the configuration takes over |
/// | GET `/parity` | how far providers agree that are combined; null where none are |
struct InspectorRoutes {
    private let service: FlagService
    private let state: InspectorState

    private init(_ service: FlagService) {
        self.service = service
        let run = FlagValue.string(String(UInt64.random(in: .min ... .max), radix: 36))
        state = InspectorState(service: service, history: ChangeHistory(of: service.client), run: run)
    }

    /// Adds the page's routes; a change among them has passed ``ChangeTokenMiddleware``.
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
        let view = service.client.snapshot()
        let details = InspectorDetails(
            explanation: view.explain(key), snapshot: view.state.flagSet, entries: state.history[key],
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

    /// Sets the context; the answer says why there are no flags for it, if so: it is in use all the same.
    private func setContext(_ request: Request, _ context: ServerContext) async throws -> Response {
        let json = try await request.json(context)
        let wanted = try await answering { try EvaluationContext(json: json) }
        switch await service.client.setContext(wanted, within: .seconds(5)) {
        case .failed(let error): return .json(["problem": .string(error.message)])
        case .timedOut: return .json(["problem": "The provider has not answered for 5 seconds."])
        default: return Response(status: .noContent)
        }
    }

    private func use(_ request: Request) async throws -> HTTPResponse.Status {
        let name = try request.parameter("provider")
        try await answering { try await service.client.switchProvider(to: name) }
        return .noContent
    }

    /// Lets the page see the reason when something does not work.
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
            throw HTTPError(.badRequest, message: "The parameter \"\(name)\" is missing.")
        }
        return value
    }
}
