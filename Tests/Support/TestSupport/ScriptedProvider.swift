// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
import HalyardSupport
package import Testing

/// A provider that a test controls run by run.
package final class ScriptedProvider: FlagProvider {
    /// One call of `run`, with its request and functions to respond to it.
    package struct Run: Sendable {
        package let request: FlagRequest
        package let channel: FlagChannel
        fileprivate let ending: AsyncStream<FlagError?>.Continuation

        /// Publishes flags as a response, and returns `true` if the client accepted them.
        @discardableResult
        package func answer(_ values: [String: FlagValue], provider: String = "scripted") -> Bool {
            channel.publish(.ready(snapshot(values, provider: provider)))
        }

        /// Publishes flags with details as a response.
        @discardableResult
        package func answer(_ flags: [EvaluatedFlag]) -> Bool {
            channel.publish(
                .ready(
                    FlagSet(
                        FlagTable(flags), for: request.context, confirmedAt: Instant(millisecondsSinceEpoch: 0))))
        }

        /// Publishes stale flags, like a cache.
        @discardableResult
        package func cache(_ values: [String: FlagValue]) -> Bool {
            channel.publish(.stale(snapshot(values, provider: "scripted")))
        }

        /// Publishes an error.
        @discardableResult
        package func fail(_ error: FlagError) -> Bool { channel.publish(.failed(error)) }

        /// Makes `run` return or throw an error.
        package func end(throwing error: FlagError? = nil) { ending.yield(error) }

        /// Returns flags for the run's context.
        package func snapshot(_ values: [String: FlagValue], provider: String) -> FlagSet {
            let origin = Origin(.network, provider: provider)
            return FlagSet(
                FlagTable(values.map { EvaluatedFlag($0, $1, origin: origin) }), for: request.context,
                confirmedAt: Instant(millisecondsSinceEpoch: 0))
        }
    }

    private struct State {
        /// The runs that `nextRun` hasn't returned yet.
        var runs: [Run] = []
        var closeCount = 0
        var runCount = 0
        var cancelled = 0
        var ended = 0
        var erased: [EvaluationContext] = []
    }

    package let name: String
    package let sinks: [ProviderSink]
    private let state = Lock(State())

    package init(name: String = "scripted", sinks: [String: any EventSink] = [:]) {
        self.name = name
        self.sinks = sinks.sorted { $0.key < $1.key }.map { ProviderSink($1, of: $0) }
    }

    /// Returns the next call of `run` as soon as there is one.
    ///
    /// If there is no call in time, it records an issue at the caller's line and returns a run that ignores all calls.
    package func nextRun(at sourceLocation: SourceLocation = #_sourceLocation) async -> Run {
        var next: Run?
        await until(at: sourceLocation) {
            next = state.withLock { $0.runs.isEmpty ? nil : $0.runs.removeFirst() }
            return next != nil
        }
        let none = FlagRequest(context: .anonymous, mode: .offline, cause: .start)
        return next ?? Run(request: none, channel: FlagChannel { _ in false }, ending: AsyncStream.makeStream().1)
    }

    /// The number of runs that `nextRun` hasn't returned yet.
    package var waitingRuns: Int { state.withLock { $0.runs.count } }

    /// The number of calls of `run`.
    package var runCount: Int { state.withLock { $0.runCount } }

    /// A Boolean value that indicates whether `run` was called.
    package var isAsked: Bool { runCount > 0 }

    /// The number of calls of `close`.
    package var closeCount: Int { state.withLock { $0.closeCount } }

    /// The number of runs that ended because their task was canceled.
    package var cancelledCount: Int { state.withLock { $0.cancelled } }

    /// The number of runs that the test ended.
    package var endedCount: Int { state.withLock { $0.ended } }

    /// The contexts passed to `erase`.
    package var erased: [EvaluationContext] { state.withLock { $0.erased } }

    package func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let (endings, ending) = AsyncStream.makeStream(of: FlagError?.self)
        state.withLock { state in
            state.runCount += 1
            state.runs.append(Run(request: request, channel: channel, ending: ending))
        }
        for await error in endings {
            state.withLock { $0.ended += 1 }
            if let error { throw error }
            return
        }
        state.withLock { $0.cancelled += 1 }
    }

    package func erase(_ context: EvaluationContext) async { state.withLock { $0.erased.append(context) } }

    package func close() async {
        state.withLock { $0.closeCount += 1 }
    }

    /// Returns as soon as `close` has been called.
    package func untilClosed(at sourceLocation: SourceLocation = #_sourceLocation) async {
        await until(at: sourceLocation) { closeCount > 0 }
    }
}
