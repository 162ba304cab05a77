// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

extension LaunchDarklyContext: ContextAttachment {
    /// Everything that is known, as a text; keep it in memory.
    public var cacheKey: String { "launchdarkly-context \(json)" }

    /// The same as a neutral context, which other providers understand and which carries this one along.
    public var context: EvaluationContext {
        EvaluationContext(
            parts.map { part in
                EvaluationContext.Part(
                    part.kind, key: part.key, attributes: part.optional,
                    privateAttributes: Set(part.privateAttributes.map(\.text)), isAnonymous: part.isAnonymous)
            }
        ).attaching(self)
    }
}
