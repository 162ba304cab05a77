// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

extension LaunchDarklyContext: ContextAttachment {
    /// The whole context as a text; keep it in memory only.
    public var cacheKey: String { "launchdarkly-context \(json)" }

    /// The context as a neutral one, which other providers understand and which carries this one along.
    public var context: EvaluationContext {
        EvaluationContext(
            parts.map { part in
                EvaluationContext.Part(
                    part.kind, key: part.key, attributes: part.optional,
                    privateAttributes: Set(part.privateAttributes.map { $0.raw() }), isAnonymous: part.isAnonymous)
            }
        ).attaching(self)
    }
}
