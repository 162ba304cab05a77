// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch

/// Runs calls that block, such as reading a file, away from the cooperative thread pool.
package enum BlockingWork {
    private static let queue = DispatchQueue(label: "halyard.blocking-work", attributes: .concurrent)

    /// Runs `body` on a thread that may block, and returns or throws what it does.
    package static func run<Result: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: outcome(of: body)) }
        }.get()
    }

    private static func outcome<Value, Failure: Error>(
        of body: () throws(Failure) -> Value
    ) -> Swift.Result<Value, Failure> {
        do throws(Failure) {
            return .success(try body())
        } catch {
            return .failure(error)
        }
    }
}
