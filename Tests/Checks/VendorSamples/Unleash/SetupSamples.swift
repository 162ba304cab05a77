// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(SwiftUI)
    import SwiftUI
#endif
import UnleashProxyClientSwift

func setUp() -> UnleashClient {
    // Setup Unleash in the context where it makes most sense
    var unleash = UnleashProxyClientSwift.UnleashClient(
        unleashUrl: "https://<unleash-instance>/api/frontend",
        clientKey: "<client-side-api-token>",
        refreshInterval: 15,
        appName: "test",
        context: ["userId": "c3b155b0-5ebe-4a20-8386-e0cab160051e"]
    )
    unleash.start()
    return unleash
}

func setUpBase() -> UnleashClientBase {
    // Setup Unleash in the context where it makes most sense
    var unleash = UnleashProxyClientSwift.UnleashClientBase(
        unleashUrl: "https://<unleash-instance>/api/frontend",
        clientKey: "<client-side-api-token>",
        refreshInterval: 15,
        appName: "test",
        context: ["userId": "c3b155b0-5ebe-4a20-8386-e0cab160051e"]
    )
    unleash.start()
    return unleash
}

func check(_ unleash: UnleashClientBase) -> String {
    if unleash.isEnabled(name: "ios") {
        // do something
        return "on"
    } else {
        // do something else
        return "off"
    }
}

func checkVariant(_ unleash: UnleashClientBase) -> String {
    var variant = unleash.getVariant(name: "ios")
    if variant.enabled {
        // do something
        return variant.name
    } else {
        // do something else
        return "none"
    }
}
