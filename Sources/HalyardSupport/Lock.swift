// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A value that is read and changed by one thread at a time.
///
/// The project's only lock. It has the shape of the standard library's `Mutex` and can be replaced by it one day; today
/// it exists because, on Linux, a correct and contended `Mutex` is reported as a data race by Thread Sanitizer (its
/// slow path is not instrumented), while the same program over a pthread mutex is clean.
///
/// Hold it for a swap: never call application code, resume a continuation or suspend inside `withLock`.
package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    // Sound: `value` is touched only between `lock` and `unlock` of `mutex`, and both live exactly as long as `self`.
    private let mutex: PlatformMutex
    private let value: UnsafeMutablePointer<Value>

    /// Makes an unlocked lock around a value.
    package init(_ initial: consuming sending Value) {
        mutex = PlatformMutex()
        value = .allocate(capacity: 1)
        value.initialize(to: initial)
    }

    deinit {
        value.deinitialize(count: 1)
        value.deallocate()
    }

    /// Runs `body` while no other thread is inside the lock, and returns what it returns.
    ///
    /// Not recursive: calling `withLock` of the same lock inside `body` deadlocks.
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        mutex.lock()
        defer { mutex.unlock() }
        return try body(&value.pointee)
    }
}
