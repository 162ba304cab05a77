// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

extension LaunchDarklyUser: ContextAttachment {
    /// The whole user as a text; keep it in memory only.
    public var cacheKey: String { "launchdarkly-user \(json)" }

    /// The user as a neutral context, which other providers understand and which carries the user itself along.
    ///
    /// A custom attribute with the name of a known one is visible only to LaunchDarkly.
    public var context: EvaluationContext {
        EvaluationContext(
            key: key, attributes: custom.merging(knownAttributes) { _, known in known },
            privateAttributes: privateAttributes, isAnonymous: isAnonymous ?? false
        ).attaching(self)
    }
}
