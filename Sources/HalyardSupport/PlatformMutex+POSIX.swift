// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Glibc) || canImport(Musl) || canImport(Android)
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #else
        import Android
    #endif

    /// A pthread mutex at a stable address.
    struct PlatformMutex: ~Copyable {
        // Sound: allocated and initialized once, freed in deinit, and the address that the system needs never changes.
        private let handle: UnsafeMutablePointer<pthread_mutex_t>

        init() {
            handle = .allocate(capacity: 1)
            handle.initialize(to: pthread_mutex_t())
            pthread_mutex_init(handle, nil)
        }

        deinit {
            pthread_mutex_destroy(handle)
            handle.deallocate()
        }

        borrowing func lock() { pthread_mutex_lock(handle) }
        borrowing func unlock() { pthread_mutex_unlock(handle) }
    }
#endif
