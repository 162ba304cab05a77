// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch

/// An object of the app that is only used on a serial queue, so it doesn't need to be thread-safe.
///
/// This isn't an actor, because the object can block, and must not occupy a thread of the cooperative pool. An actor on a
/// queue requires iOS 17 or the other systems of 2023.
final class Confined<Object>: @unchecked Sendable {
    // Sound: the app transfers the object, and it is used on the queue only.
    private let object: Object
    private let queue = DispatchQueue(label: "halyard.unleash-client")

    init(_ object: sending Object) { self.object = object }

    /// Runs `body` on the queue, after earlier work.
    func later(_ body: @escaping @Sendable (Object) -> Void) { queue.async { body(self.object) } }

    /// Runs `body` on the queue and waits for it on this thread.
    func wait<Result: Sendable>(_ body: (Object) -> Result) -> Result { queue.sync { body(object) } }

    /// Runs `body` on the queue and waits for it without blocking a thread.
    func run<Result: Sendable>(_ body: @escaping @Sendable (Object) -> Result) async -> Result {
        await withCheckedContinuation { continuation in later { continuation.resume(returning: body($0)) } }
    }
}
