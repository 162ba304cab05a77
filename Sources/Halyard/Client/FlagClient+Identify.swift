// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Sets the evaluation context, even if it equals the current context, and waits for fresh flags.
    ///
    /// For another context, this is the same as ``setContext(_:within:until:)``. An equal context is reported to the sinks
    /// again, and the client requests its flags again, like LaunchDarkly's `identify`.
    ///
    /// - Parameters:
    ///   - context: The new evaluation context.
    ///   - deadline: The maximum time to wait.
    ///   - condition: The condition that ends the wait. For an equal context, ``FlagClient/WaitCondition/anyFlags`` has the
    ///     same effect as ``FlagClient/WaitCondition/freshFlags``.
    /// - Returns: ``FlagClient/RequestOutcome/completed`` if the new flags are in place, or the reason that they aren't.
    @discardableResult
    public func identify(
        _ context: EvaluationContext, within deadline: Duration = .seconds(5),
        until condition: FlagClient.WaitCondition = .freshFlags
    ) async -> FlagClient.RequestOutcome {
        await perform(within: deadline) { $0.identify(context, $1, condition) }
    }
}
