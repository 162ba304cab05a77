// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardSupport

/// Asks a server again and again, one request at a time, and hands on what came of each.
///
/// Nothing happens until ``run(_:)`` is called. Safe to use from any thread. No method but `run` suspends.
///
/// ```swift
/// let loop = PollingLoop(transport: transport) { HTTPRequest("https://example.com/flags") }
/// await loop.run { outcome in
///     guard case .modified(let response) = outcome else { return false }
///     return store.replace(with: response.body)  // whether it is what the store holds now
/// }
/// ```
package final class PollingLoop: Sendable {
    /// Makes the request of one attempt.
    package typealias MakeRequest = @Sendable () async throws(TransportError) -> HTTPRequest

    /// What ended an effect.
    ///
    /// Nil when the machine has another one by now.
    private typealias Ended = PollingMachine.Event?

    private struct State: ~Copyable {
        var machine: PollingMachine
        var hasBegun = false
        /// What is waited for, besides the consumer.
        var waiting: FirstResult<Ended>?
    }

    private let transport: any HTTPTransport
    private let limits: HTTPLimits
    private let validator: PollingPolicy.Validator
    private let time: any TimeSource
    private let random: any RandomSource
    private let makeRequest: MakeRequest
    private let state: Lock<State>

    /// Makes a loop.
    ///
    /// - Parameters:
    ///   - transport: What sends the requests.
    ///   - policy: How often, and what is tried again when.
    ///   - tag: The validator of the body that the consumer holds already. Nil for none.
    ///   - time: What the intervals are measured by.
    ///   - random: Where the jitter of the delays comes from.
    ///   - request: Called for each attempt. An error counts as a failed attempt. If there is a tag, the request gets it in the policy's
    ///     ``PollingPolicy/Validator/condition``, unless the request has that field.
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

    /// Asks as the policy says, until the loop is closed, the task is cancelled, or a permanent failure.
    ///
    /// Call it once. A second call returns at once.
    ///
    /// - Parameter handle: Gets each outcome, and the next request waits for it. It returns whether it now holds exactly
    ///   the body that came: only then is its tag kept and sent, instead of the one before. A consumer that holds neither body
    ///   calls ``forgetTag()``. What it returns for other outcomes does not count.
    package func run(_ handle: (PollingOutcome) async -> Bool) async {
        guard begin() else { return }
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

    /// Asks now instead of later.
    ///
    /// What is asked for while a request is under way causes another one right behind it.
    package func refresh() { send(.refresh) }

    /// Gives up a request that is under way and asks now, with the request that is made then.
    ///
    /// - Parameter keepingTag: Whether what the consumer holds answers the new request, too, if the server says so.
    package func requestChanged(keepingTag: Bool = false) { send(.requestChanged(keepingTag: keepingTag)) }

    /// Says that the consumer holds something else than the body that it accepted last.
    package func forgetTag() { send(.tagForgotten) }

    /// Gives up what is under way.
    ///
    /// `run` returns once its consumer does.
    package func close() { send(.close) }

    /// Whether `run` may begin, for the first caller alone.
    private func begin() -> Bool {
        state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
    }

    /// Passes an event to the machine, and ends the current wait if the effect has changed.
    private func send(_ event: PollingMachine.Event) {
        // Asked outside of the lock: clock and chance may be the app's own.
        let (now, chance) = (time.now, Drawn(number: random.next()))
        let outdated = state.withLock { state -> FirstResult<Ended>? in
            let effect = state.machine.effect
            state.machine.handle(event, at: now, random: chance)
            return state.machine.effect == effect ? nil : state.waiting.take()
        }
        outdated?.set(nil)
    }

    /// The effect, and the result that receives its end.
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

/// A number that was drawn before.
private struct Drawn: RandomSource {
    let number: UInt64

    func next() -> UInt64 { number }
}
