// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

extension LaunchDarklyUser: ContextAttachment {
    /// The whole user as a string, which must remain in memory.
    public var cacheKey: String { "launchdarkly-user \(json)" }

    /// The user as a vendor-neutral context, which other providers support and which also carries the user itself.
    ///
    /// A custom attribute with the name of a known attribute is visible only to LaunchDarkly.
    public var context: EvaluationContext {
        EvaluationContext(
            key: key, attributes: custom.merging(knownAttributes) { _, known in known },
            privateAttributes: privateAttributes, isAnonymous: isAnonymous ?? false
        ).attaching(self)
    }
}
