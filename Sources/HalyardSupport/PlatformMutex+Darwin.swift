// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Darwin)
    import Darwin

    /// An unfair lock at a stable address.
    struct PlatformMutex: ~Copyable {
        // Sound: allocated and initialized once, freed in deinit, and the address that the system needs never changes.
        private let handle: UnsafeMutablePointer<os_unfair_lock_s>

        init() {
            handle = .allocate(capacity: 1)
            handle.initialize(to: os_unfair_lock_s())
        }

        deinit { handle.deallocate() }

        borrowing func lock() { os_unfair_lock_lock(handle) }
        borrowing func unlock() { os_unfair_lock_unlock(handle) }
    }
#endif
