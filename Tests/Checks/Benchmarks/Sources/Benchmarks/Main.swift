// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch

/// The entry point.
///
/// It's a main function that returns, because an asynchronous one ends the main thread, and callgrind with it.
@main
struct Main {
    static func main() {
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            await Benchmarks.main()
            isDone.signal()
        }
        isDone.wait()
    }
}
