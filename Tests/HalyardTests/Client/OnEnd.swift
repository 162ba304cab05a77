// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Runs a test's code when the last reference to it is gone, as an app's object may do, also one in a context.
final class OnEnd: ContextAttachment {
    let cacheKey = "test:attachment"
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    deinit { body() }
}
