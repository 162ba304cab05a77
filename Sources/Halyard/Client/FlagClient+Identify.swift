// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Says for whom flags are decided from now on, even if they are the same as before, and waits until fresh flags are in
    /// place.
    ///
    /// For another context this is ``setContext(_:within:until:)``. For an equal one, sinks hear again who it is, and the
    /// provider is asked anew, as LaunchDarkly's `identify` has it.
    ///
    /// - Parameters:
    ///   - context: For whom flags are decided from now on.
    ///   - deadline: How long to wait at most.
    ///   - condition: Whether any usable flags end the wait, or only the authoritative answer; for an equal context always
    ///     the answer.
    /// - Returns: ``RequestOutcome/answered`` when the new flags are in place, or why they are not.
    @discardableResult
    public func identify(
        _ context: EvaluationContext, within deadline: Duration = .seconds(5), until condition: WaitCondition = .answer
    ) async -> RequestOutcome {
        guard context == self.context else {
            return await setContext(context, within: deadline, until: condition)
        }
        direct(DirectRequest(identifies: true))
        return await refresh(within: deadline)
    }
}
