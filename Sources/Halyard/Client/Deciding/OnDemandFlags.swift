// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The flags that a provider returned for contexts other than the client's, in a map of limited size.
///
/// A few requests at a time fill the map. It belongs to one provider's session with the client. Safe to use from any thread.
/// Doesn't run any code of the provider under its lock.
final class OnDemandFlags: Sendable {
    /// The maximum number of contexts, of which the least recently used one is removed first.
    static let contexts = 1000
    /// The maximum number of requests at the same time.
    static let requests = 32
    /// The time for which a response is valid.
    static let lifetime = Duration.seconds(60)
    /// The time without another request for the same context after a failure.
    static let pauseAfterFailure = Duration.seconds(5)

    /// The available flags of a context.
    struct Known: Sendable {
        var flagSet: FlagSet?
        /// The reason that the flag set might be out of date or is missing, or `nil` if it's a valid response.
        var error: FlagError?

        /// Returns the same flags, with the reason that there are no newer flags.
        func markedStale(because reason: FlagError) -> Known { Known(flagSet: flagSet, error: reason) }
    }

    private static let offline = FlagError(
        .providerNotReady, "The client is offline, so it can't request this context's flags.")
    private static let full = FlagError(
        .providerNotReady,
        "\(contexts) contexts are already waiting for their flags. Use a provider that evaluates flags itself.")
    private static let givenUp = FlagError(
        .providerNotReady,
        "The request for this context's flags was canceled, because the client went offline, was shut down, changed its "
            + "provider, or erased the identity.")

    /// The result of a wait for a response.
    fileprivate enum Ending {
        case answered, late, cancelled, givenUp
    }

    fileprivate struct Entry {
        var known = Known()
        /// The uptime until which no request is made.
        var due = Duration.zero
        var lastUse: UInt64
        /// The client's flags at the last request.
        var served: FlagSet?
        /// The request that is running or waiting for its turn, or `nil` for none.
        var request: UInt64?
        var waiting: [FirstResult<Ending>] = []

        mutating func endRequest() { (request, served, waiting) = (nil, nil, []) }
    }

    private struct State: ~Copyable {
        var entries: [EvaluationContext: Entry] = [:]
        var tasks: [UInt64: Task<Void, Never>] = [:]
        /// The requests that wait for their turn, in order.
        var queue: [(number: UInt64, context: EvaluationContext)] = []
        var lastNumber: UInt64 = 0
        /// A Boolean value that indicates whether requests can use the network.
        var mayAsk: Bool
        var hasEnded = false

        mutating func number() -> UInt64 {
            lastNumber += 1
            return lastNumber
        }
    }

    private let provider: any OnDemandProvider
    private let time: any TimeSource
    private let reportOnce: DiagnosticDeduplicator
    private let state: Lock<State>

    /// - Parameter mayAsk: A Boolean value that indicates whether requests can use the network at first.
    init(
        _ provider: any OnDemandProvider, mayAsk: Bool, time: any TimeSource,
        report: @escaping @Sendable (Diagnostic) -> Void
    ) {
        state = Lock(State(mayAsk: mayAsk))
        self.provider = provider
        self.time = time
        reportOnce = DiagnosticDeduplicator(report: report)
    }

    /// Returns a context's flags, after waiting for a response that isn't older than ``lifetime``.
    ///
    /// - Parameters:
    ///   - context: The context.
    ///   - served: The client's flags. A combination uses the parts that the client can evaluate for any context.
    ///   - limit: The maximum time to wait.
    func flags(for context: EvaluationContext, with served: FlagSet?, within limit: Duration) async -> Known {
        let uptime = time.uptime
        let (known, answer) = state.withLock { state -> (Known, FirstResult<Ending>?) in
            var entry = state.entries[context] ?? Entry(lastUse: 0)
            entry.lastUse = state.number()
            defer { if entry.request != nil || state.entries[context] != nil { state.entries[context] = entry } }
            if entry.request == nil {
                if uptime < entry.due { return (entry.known, nil) }
                if !state.mayAsk || state.hasEnded { return (entry.known.markedStale(because: Self.offline), nil) }
                if !makeRoom(for: context, &state) { return (entry.known.markedStale(because: Self.full), nil) }
                let number = state.number()
                entry.request = number
                entry.served = served
                state.queue.append((number, context))
            }
            let answer = FirstResult<Ending>()
            entry.waiting.append(answer)
            return (entry.known, answer)
        }
        guard let answer else { return known }
        state.withLock { startRequests(&$0) }
        switch await answer.value(within: limit, on: time, late: .late, cancelled: .cancelled) {
        case .answered: return state.withLock { $0.entries[context]?.known } ?? Known(error: Self.givenUp)
        case .late:
            return known.markedStale(
                because:
                    FlagError(.providerNotReady, "The service didn't respond for this context within \(limit)."))
        case .cancelled:
            return known.markedStale(
                because:
                    FlagError(.providerNotReady, "The waiting task was canceled before the service responded."))
        case .givenUp: return known.markedStale(because: Self.givenUp)
        }
    }

    /// Forgets the flags of an identity, and drops its pending responses.
    func forgetFlags(of identity: EvaluationContext) {
        state.withLock { state in
            let contexts = state.entries.keys.filter { $0.hasSameIdentity(as: identity) }
            let entries = contexts.compactMap { state.entries.removeValue(forKey: $0) }
            return Ended(entries, state.tasks)
        }.cancel()
    }

    /// Sets whether requests can use the network, and returns the requests that end, for a caller that holds a lock.
    func setNetworkAllowed(_ mayAsk: Bool) -> Ended? {
        state.withLock { state in
            if state.mayAsk == mayAsk { return nil }
            state.mayAsk = mayAsk
            return mayAsk ? nil : endRequests(&state)
        }
    }

    /// Ends all requests and rejects new ones, and returns the requests that end, for a caller that holds a lock.
    func end() -> Ended {
        state.withLock { state in
            state.hasEnded = true
            return endRequests(&state)
        }
    }

    /// Ends the requests that are running or waiting for their turn, and keeps the available flags.
    private func endRequests(_ state: inout State) -> Ended {
        let contexts = state.entries.keys.filter { state.entries[$0]?.request != nil }
        let entries = contexts.compactMap { state.entries[$0] }
        for context in contexts { state.entries[context]?.endRequest() }
        state.queue = []
        return Ended(entries, state.tasks)
    }

    /// Ended requests, and the callers that wait for them.
    struct Ended: Sendable {
        private let tasks: [Task<Void, Never>]
        private let waiting: [FirstResult<Ending>]

        fileprivate init(_ entries: [Entry], _ tasks: [UInt64: Task<Void, Never>]) {
            self.tasks = entries.compactMap { $0.request }.compactMap { tasks[$0] }
            waiting = entries.flatMap(\.waiting)
        }

        /// Cancels the requests and resumes the callers.
        func cancel() {
            for task in tasks { task.cancel() }
            for answer in waiting { answer.set(.givenUp) }
        }

        /// Waits until the requests have ended.
        func wait() async { for task in tasks { await task.value } }
    }

    // MARK: Requests

    /// Removes the least recently used context if there are too many.
    ///
    /// Returns `false` if all contexts have a request.
    private func makeRoom(for context: EvaluationContext, _ state: inout State) -> Bool {
        if state.entries[context] != nil || state.entries.count < Self.contexts { return true }
        let idle = state.entries.lazy.filter { $0.value.request == nil }
        guard let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return false }
        state.entries[oldest.key] = nil
        return true
    }

    private func startRequests(_ state: inout State) {
        while state.tasks.count < Self.requests, !state.queue.isEmpty {
            let (number, context) = state.queue.removeFirst()
            // It might have been forgotten, or no caller is still waiting.
            guard let entry = state.entries[context], entry.request == number else { continue }
            if entry.waiting.allSatisfy(\.isSet) {
                state.entries[context]?.endRequest()
                continue
            }
            state.tasks[number] = Task {
                let resume = FlagSet.resuming(entry.known.flagSet, with: entry.served, for: context)
                await self.ask(FlagRequest(context: context, resume: resume), number)
            }
        }
    }

    private func ask(_ request: FlagRequest, _ number: UInt64) async {
        let published = Lock(ProviderState?.none)
        let isReported = Lock(false)
        var thrown: FlagError?
        let channel = FlagChannel(
            { state in
                published.withLock { $0 = state }
                return true
            },
            report: { [reportOnce] diagnostic in
                // Many contexts have the same diagnostics.
                reportOnce(diagnostic)
                if diagnostic.severity >= .warning { isReported.withLock { $0 = true } }
            })
        if !Task.isCancelled {
            do { try await provider.resolve(request, into: channel) } catch { thrown = FlagError(wrapping: error) }
        }
        let answer = published.withLock { $0 }
        let flagSet = answer?.isAnswer == true && answer?.flagSet?.context == request.context ? answer?.flagSet : nil
        let error =
            flagSet == nil
            ? thrown ?? answer?.error ?? FlagError(.general, "The provider '\(provider.name)' didn't respond.") : nil
        finish(request.context, number, flagSet, error, isReported: isReported.withLock { $0 })
    }

    /// - Parameter isReported: A Boolean value that indicates whether the provider reported the error itself.
    private func finish(
        _ context: EvaluationContext, _ number: UInt64, _ flagSet: FlagSet?, _ error: FlagError?,
        isReported: Bool
    ) {
        let uptime = time.uptime
        let waiting = state.withLock { state -> [FirstResult<Ending>] in
            state.tasks[number] = nil
            defer { startRequests(&state) }
            guard var entry = state.entries[context], entry.request == number else { return [] }
            defer { state.entries[context] = entry }
            entry.known = Known(flagSet: flagSet ?? entry.known.flagSet, error: error)
            entry.due = uptime + (error == nil ? Self.lifetime : Self.pauseAfterFailure)
            defer { entry.endRequest() }
            return entry.waiting
        }
        for answer in waiting { answer.set(.answered) }
        if let error, !waiting.isEmpty, !isReported {
            reportOnce(
                Diagnostic(
                    "contextNotAnswered", .warning, subject: provider.name,
                    "The service returned no flags for a context other than the client's. \(error.message)",
                    suggestion: "Reads return the last flags for that context, or the caller's default value."))
        }
    }
}
