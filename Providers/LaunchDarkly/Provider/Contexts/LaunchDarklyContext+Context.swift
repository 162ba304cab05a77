// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

extension LaunchDarklyContext: ContextAttachment {
    /// The whole context as a string, which must remain in memory.
    public var cacheKey: String { "launchdarkly-context \(json)" }

    /// The context as a vendor-neutral context, which other providers support and which also carries this context.
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
