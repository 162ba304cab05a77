// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A thread that can block for any length of time.
///
/// It isn't a thread of a dispatch queue. The system's pool has at most 255 threads, and work that needs more would wait forever.
package enum BlockingThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs a closure on a new thread, and returns `false` if the system can't create one.
    package static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // Sound: retained here once, and released once: by the thread, or below if there's no thread.
        let body = Unmanaged.passRetained(Body(run))
        #if canImport(Darwin)
            var thread: pthread_t?
            let result = pthread_create(&thread, &attributes, { BlockingThread.enter($0) }, body.toOpaque())
        #else
            var thread = pthread_t()
            let result = pthread_create(&thread, &attributes, { BlockingThread.enter($0) }, body.toOpaque())
        #endif
        if result != 0 { body.release() }
        return result == 0
    }

    private static func enter(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let pointer else { return nil }
        Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
        return nil
    }
}
