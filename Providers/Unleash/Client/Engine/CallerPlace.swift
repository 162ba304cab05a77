// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch

#if canImport(Darwin)
    import Darwin
#endif

/// The location where a handler is called.
enum CallerPlace: Sendable {
    case main
    case background

    /// The location of the caller.
    ///
    /// On Apple platforms, it's the main thread if the caller is on the main thread. On other platforms it's always the
    /// background. A command-line program might not run its main queue, so its handlers would never be called.
    static var here: CallerPlace {
        #if canImport(Darwin)
            pthread_main_np() != 0 ? .main : .background
        #else
            .background
        #endif
    }

    /// Calls `body` at this location, in order with earlier calls at the same location.
    func call(_ body: @escaping @Sendable () -> Void) {
        switch self {
        case .main: DispatchQueue.main.async(execute: body)
        case .background: body()
        }
    }
}
