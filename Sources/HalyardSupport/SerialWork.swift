// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Runs pieces of work one after the other, in the order in which they were asked for.
package final class SerialWork: Sendable {
    /// Waits for the work that began last.
    private let last = Lock<(@Sendable () async -> Void)?>(nil)

    package init() {}

    /// Runs `body` once everything before it has ended, and returns or throws what it does.
    ///
    /// That the calling task is cancelled reaches `body`, which may end sooner then.
    package func run<Result: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let task = begin { await outcome(of: body) }
        return try await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }.get()
    }

    /// Puts `body` in line behind everything before it; returns at once.
    @discardableResult
    package func begin<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Task<Result, Never> {
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
