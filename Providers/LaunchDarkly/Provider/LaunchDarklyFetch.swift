// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTransport

/// The polls, or the stream, of one run.
struct LaunchDarklyFetch: Sendable {
    let session: LaunchDarklySession
    let transport: any HTTPTransport
    let pollTransport: any HTTPTransport
    /// The statuses after which the provider stops sending requests.
    let refusals: Set<Int>
    let time: any TimeSource
    let random: any RandomSource
    let pollRequest: EventSource.MakeRequest
    let streamRequest: EventSource.MakeRequest
    /// The policy of polls next to a stream, or `nil` for a stream that doesn't need them.
    var pingPolicy: PollingPolicy?

    init(
        session: LaunchDarklySession, transport: any HTTPTransport, pollTransport: any HTTPTransport,
        refusals: Set<Int>, time: any TimeSource, random: any RandomSource,
        pollRequest: @escaping EventSource.MakeRequest, streamRequest: @escaping EventSource.MakeRequest
    ) {
        self.session = session
        self.transport = transport
        self.pollTransport = pollTransport
        self.refusals = refusals
        self.time = time
        self.random = random
        self.pollRequest = pollRequest
        self.streamRequest = streamRequest
    }

    // MARK: Polling

    /// Polls until no client needs flags.
    func poll(by policy: PollingPolicy) async throws { try await run(loop(by: policy)) }

    private func loop(by policy: PollingPolicy) -> PollingLoop {
        PollingLoop(
            transport: pollTransport, policy: policy, tag: session.tag, time: time, random: random,
            request: pollRequest)
    }

    /// Publishes the outcomes of a loop's polls until the loop is closed.
    ///
    /// Throws an error if the service rejects the requests.
    private func run(_ loop: PollingLoop) async throws {
        var refusal: LaunchDarklyRun.Refusal?
        await loop.run { answer in
            if case .notModified = answer, session.tag == nil {
                // A change came over the stream during the poll, so the response is about other flags.
                loop.forgetTag()
                loop.refresh()
                return false
            }
            let outcome = session.receive(answer, refusals: refusals)
            // LaunchDarkly's client SDKs request all flags in this case.
            if case .modified = answer, !outcome.isAccepted { loop.forgetTag() }
            refusal = refusal ?? outcome.refusal
            if !outcome.isHeard || outcome.refusal != nil { loop.close() }
            return outcome.isAccepted
        }
        if let refusal { throw refusal }
    }

    // MARK: Streaming

    /// Streams until no client needs flags.
    func stream(by policy: EventSourcePolicy) async throws {
        let source = EventSource(
            transport: transport, policy: policy, time: time, random: random, request: streamRequest)
        // Several pings that arrive during a request lead to one more request.
        let polls = pingPolicy.map(loop)
        // An outage that ends before the next one begins doesn't need another check.
        let (outages, outage) = AsyncStream.makeStream(of: Duration.self, bufferingPolicy: .bufferingNewest(1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await event in source {
                    let outcome = session.receive(event)
                    if let refusal = outcome.refusal { throw refusal }
                    if !outcome.isHeard { return }
                    if outcome.losesTag { polls?.forgetTag() }
                    if outcome.wantsPoll { polls?.refresh() }
                    if outcome.rejectsStream { source.reject() }
                    if let deadline = outcome.outageDeadline { outage.yield(deadline) }
                }
            }
            group.addTask { await show(outages) }
            if let polls { group.addTask { try await run(polls) } }
            // When one task ends, the other tasks are canceled.
            for try await _ in group { group.cancelAll() }
        }
    }

    /// Shows in the status that the stream is lost at each of these uptimes, unless it serves flags again.
    private func show(_ outages: AsyncStream<Duration>) async {
        for await outage in outages {
            var next: Duration? = outage
            while let deadline = next {
                while time.uptime < deadline {
                    guard (try? await time.sleep(for: deadline - time.uptime)) != nil else { return }
                }
                let outcome = session.showOutage()
                if !outcome.isHeard { return }
                next = outcome.outageDeadline
            }
        }
    }
}
