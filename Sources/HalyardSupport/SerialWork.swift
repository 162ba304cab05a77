// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Runs pieces of work one at a time, in the order of the calls.
package final class SerialWork: Sendable {
    /// Waits for the most recently started work.
    private let last = Lock<(@Sendable () async -> Void)?>(nil)

    package init() {}

    /// Runs `body` when all earlier work has ended, and returns its result or throws its error.
    ///
    /// If the calling task is canceled, `body` is also canceled.
    package func run<Result: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let task = enqueue { await outcome(of: body) }
        return try await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }.get()
    }

    /// Adds `body` after all earlier work, and returns immediately.
    @discardableResult
    package func enqueue<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Task<Result, Never> {
        last.withLock { last in
            let task = Task { [before = last] in
                await before?()
                return await body()
            }
            last = { _ = await task.value }
            return task
        }
    }
}

private func outcome<Value, Failure: Error>(
    of body: () async throws(Failure) -> Value
) async -> Result<Value, Failure> {
    do throws(Failure) {
        return .success(try await body())
    } catch {
        return .failure(error)
    }
}
