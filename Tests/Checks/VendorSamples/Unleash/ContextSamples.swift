// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import UnleashProxyClientSwift

func updateContext(_ unleash: UnleashClient) {
    var context: [String: String] = [:]
    context["userId"] = "c3b155b0-5ebe-4a20-8386-e0cab160051e"
    unleash.updateContext(context: context)
}

func updateContextWithProperties(_ unleash: UnleashClient) {
    var context: [String: String] = [:]
    context["userId"] = "c3b155b0-5ebe-4a20-8386-e0cab160051e"
    var properties: [String: String] = [:]
    properties["customKey"] = "customValue"
    unleash.updateContext(context: context, properties: properties)
}
