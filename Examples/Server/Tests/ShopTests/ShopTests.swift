// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HTTPTypes
import Halyard
import HalyardUnleash
import Hummingbird
import HummingbirdTesting
import InMemoryTracing
import Logging
import MetricsTestKit
import Testing
import Tracing

@testable import Shop

@Suite struct ShopTests {
    @Test("Serves two users different flags from one client")
    func flagsOfEachUser() async throws {
        let client = FlagClient(provider: InMemoryFlagProvider.plans)
        try await Shop.application(client, logger: .quiet).test(.router) { shop async throws in
            #expect(try await shop.limits(of: "ada", plan: "gold") == Limits(uploadLimit: 200, fastLane: true))
            #expect(try await shop.limits(of: "bob", plan: "free") == Limits(uploadLimit: 10, fastLane: false))
        }
    }

    @Test("Returns default values and an error without the middleware")
    func withoutMiddleware() {
        let details = FlagMiddleware.noFlags.details(of: .uploadLimit)
        #expect(details.value == 10)
        #expect(details.error?.code == .providerNotReady)
    }

    @Test("Reports ready when the client has flags")
    func readiness() async throws {
        let client = try FlagClient.shop([:], sinks: [], logger: .quiet)
        try await Shop.application(client, logger: .quiet).test(.router) { shop async throws in
            #expect(try await shop.execute(uri: "/ready", method: .get).status == .ok)
        }
        let defaults = FlagClient(provider: FileFlagProvider(.text("no rules")), options: .quiet)
        try await Shop.application(defaults, logger: .quiet).test(.router) { shop async throws in
            #expect(try await shop.execute(uri: "/ready", method: .get).status == .serviceUnavailable)
            #expect(try await shop.execute(uri: "/live", method: .get).status == .ok)
            #expect(try await shop.limits(of: "ada", plan: "gold") == Limits(uploadLimit: 10, fastLane: false))
        }
    }

    @Test(
        "Uses the shipped rules when the vendor's server isn't reachable",
        arguments: ["unleash", "launchdarkly", "migration"])
    func unreachableServer(configuration: String) async throws {
        let environment = [
            "FLAGS": Self.file(configuration), "UNLEASH_URL": "http://127.0.0.1:1/api",
            "UNLEASH_BACKEND_TOKEN": "default:development.none", "LAUNCHDARKLY_SDK_KEY": "sdk-none",
            "LAUNCHDARKLY_BASE_URL": "http://127.0.0.1:1", "LAUNCHDARKLY_STREAM_URL": "http://127.0.0.1:1",
            "LAUNCHDARKLY_EVENTS_URL": "http://127.0.0.1:1",
        ]
        let client = try FlagClient.shop(environment, sinks: [], logger: .quiet)
        try await Shop.application(client, logger: .quiet).test(.router) { shop async throws in
            #expect(client.status != .ready)
            #expect(try await shop.execute(uri: "/ready", method: .get).status == .ok)
            #expect(try await shop.limits(of: "ada", plan: "free") == Limits(uploadLimit: 10, fastLane: false))
            #expect(try await shop.limits(of: "ada", plan: "gold").fastLane)
        }
    }

    @Test("Rejects a server URL without a token")
    func missingToken() {
        let error = #expect(throws: ConfigurationError.self) {
            try FlagClient.shop(
                ["FLAGS": Self.file("unleash"), "UNLEASH_URL": "http://127.0.0.1:1/api"], sinks: [], logger: .quiet)
        }
        let expected = "/providers/unleash/token: The environment variable UNLEASH_BACKEND_TOKEN is not set. Set it"
        #expect(error?.description.contains(expected) == true)
    }

    private static func file(_ name: String) -> String {
        Bundle.module.bundleURL.appending(path: "\(name).json").path(percentEncoded: false)
    }

    @Test("Reports counts as metrics by flag and variant, without a user")
    func metrics() async throws {
        let metrics = TestMetrics()
        let client = FlagClient(provider: InMemoryFlagProvider.plans, sinks: [FlagMetrics(factory: metrics)])
        try await Shop.application(client, logger: .quiet).test(.router) { shop async throws in
            _ = try await shop.limits(of: "ada", plan: "gold")
            _ = try await shop.limits(of: "bob", plan: "free")
            _ = try await shop.limits(of: "eve", plan: "free")
            let order = try await shop.execute(uri: "/orders", method: .post, body: ByteBuffer(string: #"{"total":1}"#))
            #expect(order.status == .ok)
        }
        // The client shut down with the shop, after the shop's requests.
        let reads = { (flag: String, variant: String) in
            metrics.counterTotal(
                label: "feature_flag.evaluations",
                dimensions: [
                    ("feature_flag.key", flag), ("feature_flag.result.variant", variant),
                    ("feature_flag.provider.name", "plans"),
                ])
        }
        #expect(reads("fast-lane", "on") == 1)
        #expect(reads("fast-lane", "off") == 3)
        #expect(metrics.counterTotal(label: "feature_flag.evaluations") == 8)
        #expect(metrics.counterTotal(label: "shop.orders") == 1)
    }

    @Test("Adds an event for each read to the request's span")
    func spans() async throws {
        let tracer = InMemoryTracer()
        let client = FlagClient(provider: InMemoryFlagProvider.plans)
        client.addHooks(TelemetryHook.spans)
        try await withTracer(tracer) {
            try await Shop.application(client, logger: .quiet).test(.router) { shop async throws in
                _ = try await shop.limits(of: "ada", plan: "gold")
            }
        }
        let events = tracer.finishedSpans.flatMap(\.events)
        #expect(events.map(\.name) == ["feature_flag.evaluation", "feature_flag.evaluation"])
        let attributes = try #require(events.last?.attributes)
        #expect(attributes.get("feature_flag.key") == "fast-lane")
        #expect(attributes.get("feature_flag.result.value") == "true")
        #expect(attributes.get("feature_flag.provider.name") == "plans")
        #expect(attributes.get("feature_flag.context.id") == "ada")
    }
}

extension InMemoryFlagProvider {
    /// A provider whose flags depend on the user's plan.
    fileprivate static var plans: InMemoryFlagProvider {
        InMemoryFlagProvider(name: "plans") { context in
            let isGold = context["plan"] == "gold"
            return ["new-checkout": .bool(isGold), "fast-lane": .bool(isGold), "upload-limit": isGold ? 200 : 10]
        }
    }
}

extension TestClientProtocol {
    /// Returns the shop's limits for a user.
    fileprivate func limits(of user: String, plan: String) async throws -> Limits {
        var headers = HTTPFields()
        headers[try #require(HTTPField.Name("X-User-ID"))] = user
        headers[try #require(HTTPField.Name("X-Plan"))] = plan
        let response = try await execute(uri: "/limits", method: .get, headers: headers)
        return try JSONDecoder().decode(Limits.self, from: Data(buffer: response.body))
    }
}

extension Logger {
    fileprivate static let quiet = Logger(label: "shop") { _ in SwiftLogNoOpLogHandler() }
}

extension FlagClient.Options {
    fileprivate static var quiet: Self {
        var options = Self()
        options.diagnosticHandler = { _ in }
        return options
    }
}
