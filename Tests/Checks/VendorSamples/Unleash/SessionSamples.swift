// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import UnleashProxyClientSwift

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

class CustomPollerSession: PollerSession {
    func perform(_ request: URLRequest, completionHandler: @escaping (Data?, URLResponse?, Error?) -> Void) {
        // Custom URLSession configuration
        let configuration = URLSessionConfiguration.default
        configuration.timeoutIntervalForRequest = 30
        // Modify URLRequest if needed
        var modifiedRequest = request
        modifiedRequest.setValue("foo", forHTTPHeaderField: "bar")
        let session = URLSession(configuration: configuration)
        session.dataTask(with: modifiedRequest, completionHandler: completionHandler).resume()
    }
}

func customSession(unleashUrl: String, clientKey: String) -> UnleashClient {
    // Use when initializing Unleash client
    var unleash = UnleashProxyClientSwift.UnleashClient(
        unleashUrl: unleashUrl,
        clientKey: clientKey,
        pollerSession: CustomPollerSession()
    )
    return unleash
}

func customHeaders(unleashUrl: String, clientKey: String) -> UnleashClientBase {
    var unleash = UnleashProxyClientSwift.UnleashClientBase(
        unleashUrl: unleashUrl,
        clientKey: clientKey,
        refreshInterval: 15,
        appName: "test",
        context: ["userId": "c3b155b0-5ebe-4a20-8386-e0cab160051e"],
        customHeaders: ["X-Custom-Header": "CustomValue", "X-Another-Header": "AnotherValue"]
    )
    return unleash
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
public class MyCustomHeadersProvider: CustomHeadersProvider {
    public init() {}
    public func getCustomHeaders() -> [String: String] {
        let token = "Acquire or refresh token"
        return ["Authorization": token]
    }
}

func customHeadersProvider(unleashUrl: String, clientKey: String) -> UnleashClientBase {
    let myCustomHeadersProvider: CustomHeadersProvider = MyCustomHeadersProvider()
    var unleash = UnleashProxyClientSwift.UnleashClientBase(
        unleashUrl: unleashUrl,
        clientKey: clientKey,
        refreshInterval: 15,
        appName: "test",
        context: ["userId": "c3b155b0-5ebe-4a20-8386-e0cab160051e"],
        customHeadersProvider: myCustomHeadersProvider
    )
    return unleash
}
