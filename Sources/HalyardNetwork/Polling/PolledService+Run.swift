// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardTransport

extension PolledService {
    /// One run of a polled service, for a provider that also does something else, such as listening to announcements.
    ///
    /// Other providers use ``PolledService/run(_:into:_:)``. It's safe to use from any thread.
    public final class Run: Sendable {
        private let flags: PolledFlags
        private let loop: PollingLoop
        private let service: PolledService
        private let keepsValidator: Bool
        private let isOnce: Bool

        /// Creates a run that hasn't sent a request yet.
        ///
        /// In the background, the run sends one request, or only requests on demand.
        ///
        /// - Parameters:
        ///   - service: The service.
        ///   - request: The client's request.
        ///   - channel: The channel that receives states and diagnostics.
        ///   - poll: The functions that create requests and read responses.
        ///   - delay: The time before the first request, or `nil` to send it on demand.
        public init(
            of service: PolledService, _ request: FlagRequest, _ channel: FlagChannel, _ poll: Poll,
            after delay: Duration? = .zero
        ) {
            let isPaused = service.isPaused(request)
            var policy = service.policy
            policy.initialDelay = delay
            if isPaused {
                policy.interval = nil
                policy.retriesWithoutInterval = false
            }
            let flags = PolledFlags(service, request, channel, poll)
            loop = PollingLoop(
                transport: service.transport, policy: policy,
                tag: poll.sendsValidator ? request.resume?.validator : nil,
                time: service.time, random: service.random
            ) { () async throws(TransportError) in try await flags.request() }
            self.flags = flags
            self.service = service
            keepsValidator = poll.keepsValidator
            isOnce = isPaused && delay != nil
        }

        /// Sends requests and publishes their outcomes until the task is canceled, or until ``close()``.
        ///
        /// Call it only once.
        public func run() async throws(FlagError) {
            var refusal: FlagError?
            await withTaskGroup(of: Void.self) { group in
                await loop.run { outcome in
                    let reception = await flags.receive(outcome)
                    switch reception.verdict {
                    case .accepted, .kept: break
                    case .unreadable: if !keepsValidator { loop.forgetTag() }
                    case .superseded: loop.close()
                    case .refused(let error): refusal = error
                    }
                    if isOnce { loop.close() }
                    if let rest = reception.askingAgain {
                        group.addTask { [self] in
                            if (try? await service.time.sleep(for: rest)) != nil { refresh() }
                        }
                    }
                    return reception.verdict == .accepted
                }
                group.cancelAll()
            }
            if let refusal { throw refusal }
        }

        /// Sends a request now instead of later.
        ///
        /// If a request is being prepared, the provider creates it again. If a request is in progress, another request follows it.
        public func refresh() {
            if flags.leavesToRequest() { return }
            loop.refresh()
        }

        /// Cancels a request in progress, and sends another request without a validator.
        public func requestChanged() { loop.requestChanged() }

        /// Ends the run.
        public func close() { loop.close() }

        /// Publishes the reason why the client wouldn't receive a change.
        ///
        /// The current flags remain.
        public func publish(_ error: FlagError) async { await flags.publish(error) }

        /// Publishes the current flags again after a change that no response caused.
        ///
        /// - Parameter change: Returns the changed flags, given the current ones, or `nil` to publish nothing. It can be called
        ///   several times if a response arrives in the meantime.
        /// - Returns: A Boolean value that indicates whether a client needs further states.
        package func update(_ change: @Sendable (FlagSet) -> FlagSet?) async -> Bool {
            await flags.update(change)
        }
    }
}
