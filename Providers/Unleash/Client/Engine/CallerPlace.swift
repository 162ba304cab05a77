// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch

#if canImport(Darwin)
    import Darwin
#endif

/// Where a handler is to be called.
enum CallerPlace: Sendable {
    case main
    case background

    /// The place of the caller.
    ///
    /// On Apple platforms that is the main thread for a caller on the main thread. Elsewhere it is always the
    /// background: a command-line program may never run its main queue, so its handlers would never be called.
    static var here: CallerPlace {
        #if canImport(Darwin)
            pthread_main_np() != 0 ? .main : .background
        #else
            .background
        #endif
    }

    /// Calls `body` at this place, in order with earlier calls at the same place.
    func call(_ body: @escaping @Sendable () -> Void) {
        switch self {
        case .main: DispatchQueue.main.async(execute: body)
        case .background: body()
        }
    }
}
