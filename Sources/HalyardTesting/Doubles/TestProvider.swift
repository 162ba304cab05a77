// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import HalyardSupport

/// A provider for tests of app code, which answers, waits, fails or goes stale when the test says so.
///
/// ```swift
/// let provider = TestProvider(["new-nav": true])
/// provider.hold()  // like a service that takes its time
/// ```
/// Values are those of an ``InMemoryProvider``, ``flags``: set them there or here, also while clients are served. What the
/// provider does with them is said by ``answer()``, ``hold()``, ``fail(_:)`` and ``goStale(_:)``: each takes effect for the
/// clients that are being served when the call returns, and for those that ask later. Safe to use from any thread.
public final class TestProvider: FlagProvider {
    private enum Behaviour {
        case answers
        case holds
        case fails(FlagError)
        case isStale(FlagError?)
    }

    /// One client that is being served, and what it would see if the provider answered.
    private struct Run {
        let request: FlagRequest
        let channel: FlagChannel
        var latest: ProviderState?
    }

    private struct State {
        var behaviour = Behaviour.answers
        var runs: [Int: Run] = [:]
        var lastRun = 0
        var awaited = 0
        var erased: [EvaluationContext] = []
        var closeCount = 0
    }

    /// The flags, with variants and targeting where a test needs them.
    public let flags: InMemoryProvider
    private let state = Lock(State())
    private let journal = Journal<FlagRequest>()

    /// Makes a provider that answers at once with one value for each name.
    public init(
        _ values: [String: FlagValue] = [:], name: String = "test-provider", time: any TimeSource = SystemTime()
    ) {
        flags = InMemoryProvider(values, name: name, time: time)
    }

    // MARK: Values

    /// Gives a flag one value for everybody; nil removes the flag.
    public func set(_ key: String, _ value: FlagValue?) { flags.set(key, value) }

    /// Gives a flag the value of its key's type.
    public func set<Value: FlagValueConvertible>(_ key: FlagKey<Value>, _ value: Value) { flags.set(key, value) }

    /// Gives a flag a case of its enumeration.
    public func set<Value: RawRepresentable>(_ key: FlagKey<Value>, _ value: Value)
    where Value.RawValue: FlagValueConvertible {
        flags.set(key, value)
    }

    /// Gives all flags of the overrides their values, one after the other.
    public func set(_ overrides: FlagOverrides) {
        for (name, value) in overrides.values { flags.set(name, value) }
    }

    // MARK: Behaviour

    /// Answers with the flags as they are by now; this is how a provider begins.
    public func answer() { behave(.answers) }

    /// Says nothing until another behaviour is asked for, like a service that takes its time.
    ///
    /// Clients that were served before keep what they have.
    public func hold() { behave(.holds) }

    /// Fails, for now: those who wait get the error, and clients keep the flags they have.
    ///
    /// An error with ``ErrorCode/providerFatal`` says that it is for good.
    public func fail(_ error: FlagError = FlagError(.general, "The test let the provider fail.")) {
        behave(.fails(error))
    }

    /// Serves the flags as ones that may be out of date and are no answer, as from a cache.
    public func goStale(_ error: FlagError? = nil) { behave(.isStale(error)) }

    // MARK: Requests

    /// What clients asked, in order.
    public var requests: [FlagRequest] { journal.entries }

    /// How often clients asked.
    public var requestCount: Int { journal.entries.count }

    /// How many runs are going on.
    public var runCount: Int { state.withLock { $0.runs.count } }

    /// The contexts that the provider was asked to erase.
    public var erasedContexts: [EvaluationContext] { state.withLock { $0.erased } }

    /// How often the provider was closed.
    public var closeCount: Int { state.withLock { $0.closeCount } }

    /// Returns the first request that no earlier call returned, as soon as it is there; for one caller at a time.
    ///
    /// - Parameters:
    ///   - patience: How long to wait.
    ///   - time: What measures it.
    /// - Throws: A ``FlagError`` when no client asks within `patience` or the task is cancelled.
    public func nextRequest(within patience: Duration = .seconds(120), on time: any TimeSource = SystemTime())
        async throws -> FlagRequest
    {
        let index = state.withLock { $0.awaited }
        let isThere = await journal.wait(within: patience, on: time) { $0.count > index }
        guard isThere else {
            throw FlagError(
                .general,
                "No client asked the provider '\(name)' within \(patience); it was asked \(index) times before. "
                    + "Start the client, or let it do what makes it ask.")
        }
        state.withLock { $0.awaited = index + 1 }
        return journal.entries[index]
    }

    // MARK: FlagProvider

    /// The provider's name.
    public var name: String { flags.name }

    /// Serves one client until its task is cancelled.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let id = state.withLock { state in
            state.lastRun += 1
            state.runs[state.lastRun] = Run(request: request, channel: channel)
            return state.lastRun
        }
        defer { state.withLock { _ = $0.runs.removeValue(forKey: id) } }
        try await flags.run(
            request, into: FlagChannel({ [weak self] in self?.take($0, id) ?? false }, report: channel.report))
    }

    /// Keeps the context.
    public func erase(_ context: EvaluationContext) async { state.withLock { $0.erased.append(context) } }

    /// Counts the call.
    public func close() async { state.withLock { $0.closeCount += 1 } }

    // Publishing runs no application code; under the lock, behaviours and values reach a client in their order.

    private func behave(_ behaviour: Behaviour) {
        state.withLock { state in
            state.behaviour = behaviour
            for id in state.runs.keys { _ = Self.publish(id, &state) }
        }
    }

    private func take(_ latest: ProviderState, _ id: Int) -> Bool {
        let first = state.withLock { state -> FlagRequest? in
            defer { state.runs[id]?.latest = latest }
            return state.runs[id]?.latest == nil ? state.runs[id]?.request : nil
        }
        // From here on a behaviour takes effect at once; and the request is there before its answer.
        if let first { journal.add(first) }
        return state.withLock { Self.publish(id, &$0) }
    }

    private static func publish(_ id: Int, _ state: inout State) -> Bool {
        guard let run = state.runs[id] else { return false }
        let said: ProviderState? =
            switch state.behaviour {
            case .answers: run.latest
            case .holds: nil
            case .fails(let error): .failed(error)
            case .isStale(let error): run.latest.map { .stale($0.flagSet, error: error) }
            }
        guard let said, !run.channel.publish(said) else { return true }
        state.runs[id] = nil
        return false
    }
}
