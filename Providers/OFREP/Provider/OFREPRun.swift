// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardTransport

/// A run of the provider, which coordinates requests for a context's flags with the server's announcements.
actor OFREPRun {
    private let provider: OFREPProvider
    private let context: EvaluationContext
    /// The state of the event streams at the time of the newest request.
    private var asked = OFREPNews()
    /// The number of the newest announcement that the flags reflect.
    private var answered: Int
    /// The event streams in the newest readable response.
    private var named: [OFREPStreamAddress] = []
    /// A Boolean value that indicates whether the newest response is older than the newest announcement.
    private var isBehind = false
    private var lag = Backoff(base: .milliseconds(500), maximum: .seconds(300))

    init(of provider: OFREPProvider, _ request: FlagRequest) {
        self.provider = provider
        context = request.context
        answered = request.resume?.announcement ?? 0
        asked.number = answered
    }

    /// Returns a Boolean value that indicates whether the server has announced a change since the newest request.
    func owesRequest() async -> Bool { await provider.streams.news(for: context).number != asked.number }

    /// Returns the requests for the context's flags, and the reader of responses.
    ///
    /// - Parameter output: The context in OFREP's format.
    nonisolated func poll(for output: FlagValue) -> PolledService.Poll {
        var poll = PolledService.Poll {
            try await self.request(output)
        } read: { answer in
            let parsed = try OFREPAnswer(&answer, events: self.provider.options.events ? self.provider.service : nil)
            await self.received(parsed.streams, tag: answer.validator, earlierTag: answer.earlier?.validator)
            let table = FlagTable(parsed.flags, reusing: answer.earlierTable)
            return answer.flagSet(table, missingFlags: self.provider.options.missingFlags)
        }
        poll.describe = { PolledService.Refusal(ofrep: $0) }
        poll.willPublish = { await self.completed($0, $1) }
        poll.didPublish = { outcome, _ in await self.timeToAskAgain(after: outcome) }
        return poll
    }

    private func request(_ output: FlagValue) async throws(TransportError) -> HTTPRequest {
        let credentials = try await provider.service.credentials
        asked = await provider.streams.news(for: context)
        return provider.service.flags(of: output, query: asked.number == answered ? [] : asked.query, credentials)
    }

    /// Stores the event streams of a response, and compares it with the newest announcement.
    private func received(_ streams: [OFREPStreamAddress], tag: String?, earlierTag: String?) {
        named = streams
        // A server can lag behind its own announcement. The provider repeats the request up to five times.
        isBehind =
            !asked.query.isEmpty && asked.number != answered && tag != nil && tag == earlierTag && lag.failureCount < 5
    }

    /// Returns a state with the number of the announcement that its flags reflect.
    ///
    /// The state is stale while the provider can't detect changes.
    private func completed(
        _ state: ProviderState, _ outcome: PolledService.Outcome?
    ) async -> ProviderState {
        guard var flagSet = state.flagSet else { return state }
        if outcome == .notModified { isBehind = false }
        if !isBehind {
            answered = asked.number
            lag.succeeded()
        }
        flagSet.announcement = answered
        // With a polling interval, polls detect changes.
        guard provider.options.pollInterval == .zero, let lost = await provider.streams.news(for: context).lost else {
            return .ready(flagSet)
        }
        return ProviderState(.stale, flagSet, error: lost, isAnswer: true)
    }

    /// Opens the event streams of a new response, and returns the delay of an additional request before the next poll, if
    /// needed.
    private func timeToAskAgain(after outcome: PolledService.Outcome) async -> Duration? {
        switch outcome {
        case .modified:
            if provider.options.events { await provider.streams.follow(named, for: context) }
            return isBehind ? lag.recordFailure(random: provider.random) : nil
        case .notModified:
            return nil
        case .failed(.request(.status(let response))) where PolledService.Refusal(ofrep: response).isAnswer:
            return nil
        case .failed:
            // Announced changes don't wait for the next poll.
            let owesAnswer = asked.number != answered && provider.options.pollInterval > .zero
            return owesAnswer ? lag.recordFailure(random: provider.random) : nil
        }
    }
}

extension FlagSet {
    /// The number of the announcement that the flags reflect.
    var announcement: Int {
        get { providerData["announcement"].flatMap(Int.init(flagValue:)) ?? 0 }
        set { providerData = ["announcement": .int(Int64(newValue))] }
    }
}
