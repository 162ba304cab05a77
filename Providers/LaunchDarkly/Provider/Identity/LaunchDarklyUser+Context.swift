// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

extension LaunchDarklyUser: ContextAttachment {
    /// Everything that is known of the user, as a text; keep it in memory.
    public var cacheKey: String { "launchdarkly-user \(json)" }

    /// The user as a neutral context, which other providers understand and which carries the user itself along.
    ///
    /// A custom attribute that is named like a known one is seen only by LaunchDarkly.
    public var context: EvaluationContext {
        EvaluationContext(
            key: key, attributes: custom.merging(knownAttributes) { _, known in known },
            privateAttributes: privateAttributes, isAnonymous: isAnonymous ?? false
        ).attaching(self)
    }
}
