// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// An object that runs a test's code when it's deallocated, like an app's object in a context might.
final class OnEnd: ContextAttachment {
    let cacheKey = "test:attachment"
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    deinit { body() }
}
