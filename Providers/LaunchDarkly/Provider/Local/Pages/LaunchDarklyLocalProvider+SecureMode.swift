// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

extension LaunchDarklyLocalProvider {
    /// Returns the hash that proves to LaunchDarkly that your server has created a context (secure mode).
    ///
    /// See ``LaunchDarklyContext/secureModeHash(sdkKey:)``. Doesn't perform I/O.
    ///
    /// - Parameter context: A context with a key in each part. The page must use the same keys.
    /// - Returns: The hash, or `nil` if LaunchDarkly doesn't accept the context.
    public func secureModeHash(for context: EvaluationContext) -> String? {
        (try? mapper.map(context).output)?.secureModeHash(sdkKey: options.sdkKey)
    }
}
