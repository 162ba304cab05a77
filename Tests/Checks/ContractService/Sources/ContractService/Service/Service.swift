// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HTTPTypes
import Hummingbird
import Logging
import ServiceLifecycle

/// The HTTP interface, which is the same for every dialect.
///
/// `GET /` returns the status. `POST /` creates an object and returns its location. `POST` to that location is a command, and
/// `DELETE` closes the object. `DELETE /` ends the service.
struct Service {
    private let dialect: any Dialect
    private let subjects = Subjects()

    init(_ dialect: any Dialect) { self.dialect = dialect }

    /// Listens on 127.0.0.1 until a request or a signal ends it.
    func run(on port: Int) async throws {
        var logger = Logger(label: "contract-service")
        logger.logLevel = .error
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let application = Application(
            router: router(end: { end.yield() }),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in
                let address = "127.0.0.1:\(channel.localAddress?.port ?? port)"
                FileHandle.standardOutput.write(Data("listening on \(address)\n".utf8))
            },
            logger: logger)
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        let waiting = Task { for await _ in ends { await group.triggerGracefulShutdown() } }
        defer { waiting.cancel() }
        try await group.run()
        for subject in await subjects.removeAll() { await subject.close() }
        dialect.end()
    }

    private func router(end: @escaping @Sendable () -> Void) -> Router<BasicRequestContext> {
        let router = Router()
        router.get("/") { [dialect] _, _ in try answer(.ok, JSONEncoder().encode(dialect.status)) }
        router.delete("/") { _, _ in
            end()
            return answer(.noContent)
        }
        router.post("/") { [dialect, subjects] request, _ in
            try await respond {
                let subject = try await dialect.make(body(of: request))
                var response = answer(.created)
                response.headers[.location] = "/made/\(await subjects.add(subject))"
                return response
            }
        }
        router.post("/made/:number") { [subjects] request, context in
            guard let subject = await subjects.find(number(context)) else { return answer(.notFound) }
            return try await respond {
                let result = try await subject.perform(body(of: request))
                return result.map { answer(.ok, $0) } ?? answer(.noContent)
            }
        }
        router.delete("/made/:number") { [subjects] _, context in
            guard let subject = await subjects.remove(number(context)) else { return answer(.notFound) }
            await subject.close()
            return answer(.noContent)
        }
        return router
    }
}

private func number(_ context: BasicRequestContext) -> Int? { context.parameters.get("number", as: Int.self) }

private func body(of request: Request) async throws -> Data {
    let buffer = try await request.body.collect(upTo: 64 << 20)
    return Data(buffer.readableBytesView)
}

private func respond(_ work: () async throws -> Response) async throws -> Response {
    do {
        return try await work()
    } catch Refusal.undecodable(let reason) {
        return answer(.badRequest, Data(reason.utf8), type: "text/plain")
    } catch Refusal.failed(let reason) {
        return answer(.internalServerError, Data(reason.utf8), type: "text/plain")
    }
}

private func answer(
    _ status: HTTPResponse.Status, _ body: Data? = nil, type: String = "application/json"
) -> Response {
    guard let body else { return Response(status: status) }
    return Response(
        status: status, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
}
