// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Returns when the task is canceled.
package func untilCancelled() async {
    let (nothing, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in nothing {}
    withExtendedLifetime(continuation) {}
}
