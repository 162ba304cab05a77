// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Testing
import UnleashProxyClientSwift

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A session that responds like a service.
class AnsweringSession: PollerSession {
    func perform(_ request: URLRequest, completionHandler: @escaping (Data?, URLResponse?, Error?) -> Void) {
        let body = """
            {"toggles":[{"name":"ios","enabled":true,"impressionData":true,
            "variant":{"name":"blue","enabled":true,"payload":{"type":"string","value":"sky"}}}]}
            """
        let response = request.url.flatMap {
            HTTPURLResponse(url: $0, statusCode: 200, httpVersion: nil, headerFields: nil)
        }
        completionHandler(Data(body.utf8), response, nil)
    }
}

/// The effects of the samples that are visible without a service.
@Suite("Unleash Swift client samples", .serialized)
struct UnleashSampleTests {
    private func answeringClient() -> UnleashClient {
        UnleashClient(
            unleashUrl: "https://flags.example.com/api/frontend", clientKey: "key", disableMetrics: true,
            context: ["sessionId": "1"], pollerSession: AnsweringSession())
    }

    @Test("Serves no flags with the setup sample's placeholders")
    func setup() {
        for unleash in [setUp(), setUpBase()] {
            #expect(check(unleash) == "off")
            #expect(checkVariant(unleash) == "none")
            unleash.stop()
        }
    }

    @Test("Reads flags and variants")
    func reading() async throws {
        let unleash = answeringClient()
        try await unleash.start()
        #expect(check(unleash) == "on")
        #expect(checkVariant(unleash) == "blue")
    }

    @Test("Serves a bootstrap list before the start, and ignores a missing file")
    func bootstrap() async throws {
        #expect(bootstrapOfAFile() == nil)
        let (unleash, isFooEnabled) = bootstrapAtInit()
        #expect(isFooEnabled)
        bootstrapAtStart(unleash)
        // The samples' URL isn't valid.
        try? await unleash.start(bootstrap: bootstrapOfAList())
        #expect(unleash.isEnabled(name: "Foo"))
        #expect(!unleash.isEnabled(name: "Bar"))
        unleash.stop()
        let other = answeringClient()
        try await bootstrapAtAwaitedStart(other)
        #expect(check(other) == "on")
    }

    @Test("Reads the bootstrap file from the README")
    func bootstrapFile() throws {
        let path = try #require(Bundle.module.path(forResource: "FeatureResponseFile", ofType: "json"))
        let unleash = UnleashClient(
            unleashUrl: "https://flags.example.com/api/frontend", clientKey: "key", disableMetrics: true,
            bootstrap: .jsonFile(path: path))
        #expect(unleash.isEnabled(name: "no-variant"))
        #expect(!unleash.isEnabled(name: "disabled-with-variant-disabled-no-payload"))
        #expect(
            unleash.getVariant(name: "enabled-with-variant-enabled-and-payload")
                == Variant(
                    name: "bar", enabled: true, featureEnabled: true, payload: Payload(type: "string", value: "baz")))
    }

    @Test("Sets the context's user and a property")
    func context() {
        let unleash = answeringClient()
        updateContext(unleash)
        #expect(unleash.context.userId == "c3b155b0-5ebe-4a20-8386-e0cab160051e")
        updateContextWithProperties(unleash)
        #expect(unleash.context.properties == ["customKey": "customValue"])
    }

    @Test("Creates clients with sessions and headers")
    func sessions() {
        let url = "https://flags.example.com/api/frontend"
        for unleash in [
            customSession(unleashUrl: url, clientKey: "key"), customHeaders(unleashUrl: url, clientKey: "key"),
            customHeadersProvider(unleashUrl: url, clientKey: "key"),
        ] {
            #expect(!unleash.isEnabled(name: "ios"))
        }
    }

    @Test("Passes ready, update, and impression events to handlers")
    func events() async throws {
        let unleash = answeringClient()
        subscribe(unleash)
        try await unleash.start()
        _ = unleash.isEnabled(name: "ios")
        let lines = await Task.detached { heard.wait(for: 4) }.value
        #expect(lines == ["ready", "update", "impression ios", "impression ios"])
    }
}
