// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
public import HalyardLDEngine

extension LDClient {
    /// Switches to another context in all environments.
    ///
    /// Immediately replaces the previous context's flags with the new context's stored flags. If the client is online, it
    /// also fetches fresh flags, after the same delay as ``setOnline(_:completion:)``.
    ///
    /// - Parameters:
    ///   - context: The new context.
    ///   - completion: Called once, when flags of the newest context have arrived, or when no flags can arrive.
    @preconcurrency
    public func identify(context: LDContext, completion: (@MainActor @Sendable () -> Void)? = nil) {
        handle.identify(context, onMainThread(completion))
    }

    /// Switches to another context in all environments, and reports the result.
    ///
    /// - Parameters:
    ///   - context: The new context.
    ///   - useCache: The use of the current flags and of stored flags.
    ///   - completion: Called once. If yet another context takes over, it's called immediately with `shed`.
    @preconcurrency
    public func identify(
        context: LDContext, useCache: IdentifyCacheUsage = .yes,
        completion: @escaping @MainActor @Sendable (_ result: IdentifyResult) -> Void
    ) { handle.identify(context, within: nil, cache: useCache, onMainThread(completion)) }

    /// Switches to another context in all environments, and reports the result no later than after a timeout.
    ///
    /// - Parameters:
    ///   - context: The new context.
    ///   - timeout: The maximum time to wait, in seconds. The attempt continues afterwards. Zero or less means no limit.
    ///   - useCache: The use of the current flags and of stored flags.
    ///   - completion: Called once.
    @preconcurrency
    public func identify(
        context: LDContext, timeout: TimeInterval, useCache: IdentifyCacheUsage = .yes,
        completion: @escaping @MainActor @Sendable (_ result: IdentifyResult) -> Void
    ) {
        let limit = timeout > 0 ? Duration.saturating(timeout) : nil
        handle.identify(context, within: limit, cache: useCache, onMainThread(completion))
    }

    /// Switches to another context in all environments, and waits for the context's flags.
    ///
    /// - Parameters:
    ///   - context: The new context.
    ///   - timeout: The maximum time to wait, in seconds, or `nil` for no limit. The attempt continues afterwards.
    ///   - useCache: The use of the current flags and of stored flags.
    /// - Returns: The result. If the waiting task is canceled, it's `timeout`, immediately.
    @discardableResult
    public func identified(
        context: LDContext, timeout: TimeInterval? = nil, useCache: IdentifyCacheUsage = .yes
    ) async -> IdentifyResult {
        await handle.identified(context, within: timeout.map { .saturating($0) }, cache: useCache)
    }
}
