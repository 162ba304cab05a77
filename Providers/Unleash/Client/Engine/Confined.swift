// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch

/// An object of the app that need not be thread-safe: it is used on a serial queue only.
///
/// A queue, and not an actor, because the object may block, which must not occupy a thread of the cooperative pool; an actor on a
/// queue needs the systems of 2023 (iOS 17).
final class Confined<Object>: @unchecked Sendable {
    // Sound: the app hands the object over, and it is used on the queue only.
    private let object: Object
    private let queue = DispatchQueue(label: "halyard.unleash-client")

    init(_ object: sending Object) { self.object = object }

    /// Runs `body` on the queue, after earlier work.
    func later(_ body: @escaping @Sendable (Object) -> Void) { queue.async { body(self.object) } }

    /// Runs `body` on the queue and waits for it on this thread.
    func wait<Result: Sendable>(_ body: (Object) -> Result) -> Result { queue.sync { body(object) } }

    /// Runs `body` on the queue and waits for it without a thread.
    func run<Result: Sendable>(_ body: @escaping @Sendable (Object) -> Result) async -> Result {
        await withCheckedContinuation { continuation in later { continuation.resume(returning: body($0)) } }
    }
}
