// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch

/// Runs blocking calls, such as reading a file, outside the cooperative thread pool.
package enum BlockingWork {
    private static let queue = DispatchQueue(label: "halyard.blocking-work", attributes: .concurrent)

    /// Runs `body` on a thread that can block, and returns its result or throws its error.
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
