// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Synchronization

/// A minimal Unleash server for the shop, which serves rules and adds up the reported counts.
struct UnleashServer {
    static let token = "default:development.load-check"

    /// The part of a request to `/client/metrics` that this check uses.
    private struct Report: Decodable {
        struct Bucket: Decodable {
            var toggles: [String: Counts.Flag]
        }

        var bucket: Bucket
    }

    /// A running server.
    final class Running: Sendable {
        let url: String
        fileprivate let sum: Tally

        fileprivate init(url: String, sum: Tally) { (self.url, self.sum) = (url, sum) }

        /// The sum of all reported counts.
        var counts: Counts { sum.counts.withLock { $0 } }
    }

    fileprivate final class Tally: Sendable {
        let counts = Mutex(Counts())
    }

    private let rules: ByteBuffer

    init(rules: Data) { self.rules = ByteBuffer(bytes: rules) }

    /// Runs the server while a function runs.
    func run(_ body: @escaping @Sendable (Running) async throws -> Void) async throws {
        let sum = Tally()
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let app = Application(
            router: router(sum), configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in listening.yield(channel.localAddress?.port ?? 0) },
            logger: Logger(label: "unleash") { _ in SwiftLogNoOpLogHandler() })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await app.run()
                throw CheckFailure("The Unleash server ended early.")
            }
            group.addTask {
                for await port in ports {
                    return try await body(Running(url: "http://127.0.0.1:\(port)/api", sum: sum))
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    private func router(_ sum: Tally) -> Router<BasicRequestContext> {
        let router = Router()
        let api = router.group("api/client")
        api.get("features") { request, _ in
            guard request.headers[.authorization] == Self.token else { throw HTTPError(.unauthorized) }
            let tag = "\"load-check\""
            if request.headers[.ifNoneMatch] == tag { return Response(status: .notModified) }
            return Response(
                status: .ok, headers: [.contentType: "application/json", .eTag: tag], body: .init(byteBuffer: rules))
        }
        api.post("register") { _, _ in HTTPResponse.Status.accepted }
        api.post("metrics") { request, context in
            let report = try await request.decode(as: Report.self, context: context)
            sum.counts.withLock { $0 += Counts(report.bucket.toggles) }
            return HTTPResponse.Status.accepted
        }
        return router
    }
}
