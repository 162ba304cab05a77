// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Synchronization

/// A minimal server of both vendors for the shop, which serves rules and adds up the reports.
struct VendorServer {
    static let unleashToken = "default:development.load-check"
    static let launchDarklyKey = "sdk-load-check"

    /// A running server.
    struct Running: Sendable {
        let url: String
        fileprivate let sum: Tally

        /// The environment variables that make the shop use the server.
        var variables: [String: String] {
            [
                "UNLEASH_URL": url + "/api", "UNLEASH_BACKEND_TOKEN": VendorServer.unleashToken,
                "LAUNCHDARKLY_SDK_KEY": VendorServer.launchDarklyKey, "LAUNCHDARKLY_BASE_URL": url,
                "LAUNCHDARKLY_STREAM_URL": url, "LAUNCHDARKLY_EVENTS_URL": url,
            ]
        }

        /// The sum of all reported counts.
        var counts: Counts { sum.reports.withLock(\.counts) }

        /// The number of reports about each context, by its key.
        var contexts: [String: Int] { sum.reports.withLock(\.contexts) }
    }

    fileprivate final class Tally: Sendable {
        struct Reports {
            var counts = Counts()
            var contexts: [String: Int] = [:]
        }

        let reports = Mutex(Reports())
    }

    /// The rules that the server serves, by vendor.
    let rules: [String: ByteBuffer]

    /// Runs the server while a function runs.
    func run(_ body: @escaping @Sendable (Running) async throws -> Void) async throws {
        let sum = Tally()
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let app = Application(
            router: router(sum), configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in listening.yield(channel.localAddress?.port ?? 0) },
            logger: Logger(label: "vendors") { _ in SwiftLogNoOpLogHandler() })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await app.run()
                throw CheckFailure("The vendors' server ended early.")
            }
            group.addTask {
                for await port in ports { return try await body(Running(url: "http://127.0.0.1:\(port)", sum: sum)) }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    private func router(_ sum: Tally) -> Router<BasicRequestContext> {
        let router = Router()
        if let rules = rules["unleash"] { Self.addUnleash(to: router, rules, sum) }
        if let rules = rules["launchdarkly"] { Self.addLaunchDarkly(to: router, rules, sum) }
        return router
    }
}

extension Request {
    /// Throws an error with the status 401 unless the request has a key.
    fileprivate func require(_ key: String) throws {
        guard headers[.authorization] == key else { throw HTTPError(.unauthorized) }
    }
}

// MARK: - Unleash

extension VendorServer {
    /// The part of a request to `/client/metrics` that this check uses.
    private struct Metrics: Decodable {
        struct Bucket: Decodable {
            struct Flag: Decodable {
                var yes: Int
                var no: Int
                var variants: [String: Int]?
            }

            var toggles: [String: Flag]
        }

        var bucket: Bucket

        var counts: Counts {
            var counts = Counts()
            for (flag, toggle) in bucket.toggles {
                counts.add("unleash \(flag): yes", toggle.yes)
                counts.add("unleash \(flag): no", toggle.no)
                for (variant, count) in toggle.variants ?? [:] {
                    counts.add("unleash \(flag): variant \(variant)", count)
                }
            }
            return counts
        }
    }

    private static func addUnleash(to router: Router<BasicRequestContext>, _ rules: ByteBuffer, _ sum: Tally) {
        let api = router.group("api/client")
        api.get("features") { request, _ in
            try request.require(unleashToken)
            return Response(
                status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: rules))
        }
        api.post("register") { _, _ in HTTPResponse.Status.accepted }
        api.post("metrics") { request, context in
            let metrics = try await request.decode(as: Metrics.self, context: context)
            sum.reports.withLock { $0.counts += metrics.counts }
            return HTTPResponse.Status.accepted
        }
    }
}

// MARK: - LaunchDarkly

extension VendorServer {
    /// The part of an event that this check uses.
    private struct Event: Decodable {
        struct Feature: Decodable {
            var counters: [Counter]
        }

        struct Counter: Decodable {
            var variation: Int?
            var count: Int
        }

        struct Context: Decodable {
            var key: String?
        }

        var kind: String
        var key: String?
        var features: [String: Feature]?
        var context: Context?

        var counts: Counts {
            var counts = Counts()
            if kind == "custom" { counts.add("launchdarkly event \(key ?? "")", 1) }
            for (flag, feature) in features ?? [:] {
                for counter in feature.counters {
                    let variation = counter.variation.map(String.init) ?? "none"
                    counts.add("launchdarkly \(flag): variation \(variation)", counter.count)
                }
            }
            return counts
        }
    }

    private static func addLaunchDarkly(to router: Router<BasicRequestContext>, _ rules: ByteBuffer, _ sum: Tally) {
        router.get("all") { request, _ in
            try request.require(launchDarklyKey)
            // Line breaks end the data of an event.
            let document = String(buffer: rules).split(separator: "\n").joined(separator: " ")
            return Response(
                status: .ok, headers: [.contentType: "text/event-stream"],
                body: .init { writer in
                    try await writer.write(
                        ByteBuffer(string: "event: put\ndata: {\"path\": \"/\", \"data\": \(document)}\n\n"))
                    // The stream ends with the server.
                    try? await Task.sleep(for: .seconds(3600))
                    try await writer.finish(nil)
                })
        }
        router.post("bulk") { request, context in
            try request.require(launchDarklyKey)
            let events = try await request.decode(as: [Event].self, context: context)
            sum.reports.withLock { reports in
                for event in events {
                    reports.counts += event.counts
                    if event.kind == "index", let key = event.context?.key { reports.contexts[key, default: 0] += 1 }
                }
            }
            return HTTPResponse.Status.accepted
        }
        router.post("diagnostic") { _, _ in HTTPResponse.Status.accepted }
    }
}
