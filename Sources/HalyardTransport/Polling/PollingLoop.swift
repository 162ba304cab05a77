// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardSupport

/// A loop that polls a server, one request at a time, and delivers the outcome of each request.
///
/// It does nothing until ``run(_:)`` is called. It's safe to use from any thread. No method except `run` suspends.
///
/// ```swift
/// let loop = PollingLoop(transport: transport) { HTTPRequest("https://example.com/flags") }
/// await loop.run { outcome in
///     guard case .modified(let response) = outcome else { return false }
///     return store.replace(with: response.body)  // whether it is what the store holds now
/// }
/// ```
package final class PollingLoop: Sendable {
    /// A function that returns the request of one attempt.
    package typealias MakeRequest = @Sendable () async throws(TransportError) -> HTTPRequest

    /// The event that ended an effect, or `nil` if the machine already has another effect.
    private typealias Ended = PollingMachine.Event?

    private struct State: ~Copyable {
        var machine: PollingMachine
        var hasBegun = false
        /// The current wait, other than for the consumer.
        var waiting: FirstResult<Ended>?
    }

    private let transport: any HTTPTransport
    private let limits: HTTPLimits
    private let validator: PollingPolicy.Validator
    private let time: any TimeSource
    private let random: any RandomSource
    private let makeRequest: MakeRequest
    private let state: Lock<State>

    /// Creates a loop.
    ///
    /// - Parameters:
    ///   - transport: The transport that sends the requests.
    ///   - policy: The intervals and the failure policy.
    ///   - tag: The validator of the body that the consumer already has, or `nil` for none.
    ///   - time: The time source for the intervals.
    ///   - random: The random source for the jitter of delays.
    ///   - request: Called for each attempt. An error counts as a failed attempt. If there is a tag, the loop adds it to the
    ///     request in the policy's ``PollingPolicy/Validator/condition``, unless the request has that field.
    package init(
        transport: any HTTPTransport, policy: PollingPolicy = PollingPolicy(), tag: String? = nil,
        time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandom(),
        request: @escaping MakeRequest
    ) {
        self.transport = transport
        limits = policy.limits
        validator = policy.validator
        self.time = time
        self.random = random
        makeRequest = request
        state = Lock(State(machine: PollingMachine(policy: policy, tag: tag)))
    }

    /// Polls according to the policy until the loop is closed, the task is canceled, or a permanent failure occurs.
    ///
    /// Call it only once. A second call returns immediately.
    ///
    /// - Parameter handle: Called with each outcome. The next request waits until it returns. It returns whether the consumer now
    ///   has exactly the received body. Only then does the body's tag replace the previous tag. A consumer that has neither body
    ///   calls ``forgetTag()``. The result for other outcomes has no effect.
    package func run(_ handle: (PollingOutcome) async -> Bool) async {
        guard claimRun() else { return }
        send(.start)
        while !Task.isCancelled {
            let (effect, result) = next()
            switch effect {
            case .finish: return
            case .deliver(let outcome): send(.handled(isAccepted: await handle(outcome)))
            case .wait(let number, let duration):
                await wait(result, within: duration, late: .waited(number))
            case .request(let number, let tag):
                await wait(result, within: nil, late: nil) { [self] in await ask(number, tag) }
            }
        }
        close()
    }

    /// Sends a request now instead of later.
    ///
    /// If a request is in progress, another request immediately follows it.
    package func refresh() { send(.refresh) }

    /// Cancels a request in progress, and immediately sends a newly created request.
    ///
    /// - Parameter keepingTag: A Boolean value that indicates whether the consumer's body is also valid for the new request if the
    ///   server confirms it.
    package func requestChanged(keepingTag: Bool = false) { send(.requestChanged(keepingTag: keepingTag)) }

    /// Notes that the consumer no longer has the body that it accepted last.
    package func forgetTag() { send(.tagForgotten) }

    /// Cancels the work in progress.
    ///
    /// `run` returns after its consumer returns.
    package func close() { send(.close) }

    /// Returns `true` only for the first call.
    private func claimRun() -> Bool {
        state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
    }

    /// Passes an event to the machine, and ends the current wait if the effect has changed.
    private func send(_ event: PollingMachine.Event) {
        // Called outside of the lock, because the app can provide the clock and the random source.
        let (now, chance) = (time.now, Drawn(number: random.next()))
        let outdated = state.withLock { state -> FirstResult<Ended>? in
            let effect = state.machine.effect
            state.machine.handle(event, at: now, random: chance)
            return state.machine.effect == effect ? nil : state.waiting.take()
        }
        outdated?.set(nil)
    }

    /// Returns the effect, and the result that receives its end.
    private func next() -> (PollingMachine.Effect, FirstResult<Ended>) {
        state.withLock { state in
            let result = FirstResult<Ended>()
            state.waiting = result
            return (state.machine.effect, result)
        }
    }

    private func wait(
        _ result: FirstResult<Ended>, within limit: Duration?, late: Ended,
        _ work: (@Sendable () async -> Ended)? = nil
    ) async {
        let event = await result.value(within: limit, on: time, late: late, cancelled: .close, of: work)
        if let event { send(event) }
    }

    private func ask(_ number: Int, _ tag: String?) async -> PollingMachine.Event {
        do throws(TransportError) {
            var request = try await makeRequest()
            if let tag, request.headers[validator.condition] == nil { request.headers[validator.condition] = tag }
            return .answered(try await transport.send(request, within: limits), request: number)
        } catch {
            return .failed(error, request: number)
        }
    }
}

/// A random source that returns a number that was generated earlier.
private struct Drawn: RandomSource {
    let number: UInt64

    func next() -> UInt64 { number }
}
