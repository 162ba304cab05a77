// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A value that only one thread can access at a time.
///
/// This is the project's only lock. It has the interface of the standard library's `Mutex`, which could replace it later. On
/// Linux, Thread Sanitizer reports a correct but contended `Mutex` as a data race, because the slow path of `Mutex` isn't
/// instrumented. It doesn't report the same program with a pthread mutex.
///
/// Hold the lock only briefly. Never call application code, resume a continuation, or suspend inside `withLock`.
package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    // Sound: `value` is accessed only between `lock` and `unlock` of `mutex`, and both exist exactly as long as `self`.
    private let mutex: PlatformMutex
    private let value: UnsafeMutablePointer<Value>

    /// Creates an unlocked lock with a value.
    package init(_ initial: consuming sending Value) {
        mutex = PlatformMutex()
        value = .allocate(capacity: 1)
        value.initialize(to: initial)
    }

    deinit {
        value.deinitialize(count: 1)
        value.deallocate()
    }

    /// Runs `body` while no other thread is inside the lock, and returns its result.
    ///
    /// The lock isn't recursive. Calling `withLock` of the same lock inside `body` causes a deadlock.
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        mutex.lock()
        defer { mutex.unlock() }
        return try body(&value.pointee)
    }
}
