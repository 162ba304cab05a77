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

    /// The place of whoever asks.
    ///
    /// On Apple's systems that is the main thread for those who are on it. Elsewhere it is always the background: a
    /// command-line program may never serve its main queue, and would then wait for ever for what it subscribed to.
    static var here: CallerPlace {
        #if canImport(Darwin)
            pthread_main_np() != 0 ? .main : .background
        #else
            .background
        #endif
    }

    /// Calls `body` at this place; in order with what was called before at the same place.
    func call(_ body: @escaping @Sendable () -> Void) {
        switch self {
        case .main: DispatchQueue.main.async(execute: body)
        case .background: body()
        }
    }
}
