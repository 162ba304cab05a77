// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Sets the context that flags are evaluated for, even if it equals the current one, and waits until fresh flags are in
    /// place.
    ///
    /// For another context this is ``setContext(_:within:until:)``. An equal one is reported to the sinks again, and the
    /// provider is asked again, as with LaunchDarkly's `identify`.
    ///
    /// - Parameters:
    ///   - context: The context that flags are evaluated for from now on.
    ///   - deadline: How long to wait at most.
    ///   - condition: Whether any usable flags end the wait, or only the authoritative answer; for an equal context always
    ///     the answer.
    /// - Returns: ``FlagClient/RequestOutcome/completed`` when the new flags are in place, or why they are not.
    @discardableResult
    public func identify(
        _ context: EvaluationContext, within deadline: Duration = .seconds(5),
        until condition: FlagClient.WaitCondition = .freshFlags
    ) async -> FlagClient.RequestOutcome {
        await perform(within: deadline) { $0.identify(context, $1, condition) }
    }
}
