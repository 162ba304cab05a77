// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch

/// Returns a closure that calls a completion on the main thread.
package func onMainThread<Value: Sendable>(
    _ completion: @escaping @MainActor @Sendable (Value) -> Void
) -> @Sendable (Value) -> Void {
    { value in callOnMainThread { completion(value) } }
}

/// Returns a closure that calls a completion on the main thread, or `nil` if there is no completion.
package func onMainThread(_ completion: (@MainActor @Sendable () -> Void)?) -> (@Sendable () -> Void)? {
    guard let completion else { return nil }
    return { callOnMainThread(completion) }
}

/// Runs a closure on the main thread, after all earlier closures.
func callOnMainThread(_ body: @escaping @MainActor @Sendable () -> Void) {
    // This isn't a task, because tasks don't keep their order.
    DispatchQueue.main.async { MainActor.assumeIsolated(body) }
}
