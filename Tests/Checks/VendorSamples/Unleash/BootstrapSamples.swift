// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import UnleashProxyClientSwift

func bootstrapOfAList() -> Bootstrap {
    // Note variant and payload can be optional.
    let bootstrapList =
        Bootstrap
        .toggles(
            [
                Toggle(name: "Foo", enabled: true),
                Toggle(
                    name: "Bar",
                    enabled: false,
                    variant: Variant(
                        name: "bar",
                        enabled: true,
                        featureEnabled: true,
                        payload: Payload(type: "string", value: "baz")
                    )
                ),
            ]
        )
    return bootstrapList
}

func bootstrapOfAFile() -> Bootstrap? {
    guard let filePath = Bundle.main.path(forResource: "FeatureResponseFile", ofType: "json") else {
        // Handle missing file
        return nil
    }
    let bootstrapFile = Bootstrap.jsonFile(path: filePath)
    return bootstrapFile
}

func bootstrapAtInit() -> (UnleashClient, Bool) {
    // Setup Unleash in the context where it makes most sense
    let unleash = UnleashClient(
        unleashUrl: "https://<unleash-instance>/api/frontend",
        clientKey: "<client-side-api-token>",
        bootstrap: .toggles([Toggle(name: "Foo", enabled: true)])
    )
    // Toggles can be accessed now ahead of starting client
    let isFooEnabled = unleash.isEnabled(name: "Foo")  // true
    return (unleash, isFooEnabled)
}

func bootstrapAtStart(_ unleash: UnleashClient) {
    // Or provide when starting in case of slow/faulty connection
    unleash.start(bootstrap: .jsonFile("path/to/json/file"))
}

func bootstrapAtAwaitedStart(_ unleash: UnleashClient) async throws {
    // Or using async-await concurrency (>= iOS13)
    try await unleash.start(bootstrap: .jsonFile("path/to/json/file"))
}
