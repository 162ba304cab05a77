// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import HalyardSupport

/// A provider for tests of app code, whose behavior the test controls.
///
/// ```swift
/// let provider = TestProvider(["new-nav": true])
/// provider.hold()  // like a service that takes its time
/// ```
/// The values are stored in an `InMemoryFlagProvider`, ``flags``. Set them there or here, before or while clients are served. To
/// control the behavior, call ``answer()``, ``hold()``, ``fail(_:)``, or ``goStale(_:)``. When the call returns, the behavior
/// applies to all current clients, and to later clients. Safe to use from any thread.
public final class TestProvider: FlagProvider {
    private enum Behaviour {
        case answers
        case holds
        case fails(FlagError)
        case isStale(FlagError?)
    }

    /// A client that is being served, with its latest state for the behavior `answers`.
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

    /// The flags.
    ///
    /// Use it to set variants and targeting.
    public let flags: InMemoryFlagProvider
    private let state = Lock(State())
    private let journal = Journal<FlagRequest>()

    /// Creates a provider that immediately serves one value for each flag key.
    public init(
        _ values: [String: FlagValue] = [:], name: String = "test-provider", time: any TimeSource = SystemTime()
    ) {
        flags = InMemoryFlagProvider(values, name: name, time: time)
    }

    // MARK: Values

    /// Sets the value of a flag for all contexts, or removes the flag if the value is `nil`.
    public func set(_ key: String, _ value: FlagValue?) { flags.set(key, value) }

    /// Sets the value of a flag.
    public func set<Value: FlagValueConvertible>(_ key: FlagKey<Value>, _ value: Value) { flags.set(key, value) }

    /// Sets the value of a flag to a case of its enumeration.
    public func set<Value: RawRepresentable>(_ key: FlagKey<Value>, _ value: Value)
    where Value.RawValue: FlagValueConvertible {
        flags.set(key, value)
    }

    /// Sets the values of all flags in the overrides, one after the other.
    public func set(_ overrides: FlagOverrides) {
        for (name, value) in overrides.values { flags.set(name, value) }
    }

    // MARK: Behaviour

    /// Serves the current flags.
    ///
    /// This is the initial behavior.
    public func answer() { behave(.answers) }

    /// Doesn't respond until you set another behavior, like a slow service.
    ///
    /// Clients that already have flags keep their flags.
    public func hold() { behave(.holds) }

    /// Fails temporarily: waiting callers receive the error, and clients keep their flags.
    ///
    /// An error with `ErrorCode.providerFatal` is permanent.
    public func fail(_ error: FlagError = FlagError(.general, "The test made the provider fail.")) {
        behave(.fails(error))
    }

    /// Serves the flags as stale flags from a cache, which don't count as a response.
    public func goStale(_ error: FlagError? = nil) { behave(.isStale(error)) }

    // MARK: Requests

    /// The requests of clients, in order.
    public var requests: [FlagRequest] { journal.entries }

    /// The number of requests.
    public var requestCount: Int { journal.entries.count }

    /// The number of current runs.
    public var runCount: Int { state.withLock { $0.runs.count } }

    /// The erased contexts, in order.
    public var erasedContexts: [EvaluationContext] { state.withLock { $0.erased } }

    /// The number of calls of ``close()``.
    public var closeCount: Int { state.withLock { $0.closeCount } }

    /// Waits for the next request, and returns it.
    ///
    /// Each call returns a later request. Call it from one task at a time.
    ///
    /// - Parameters:
    ///   - patience: Maximum wait.
    ///   - time: Clock for the wait.
    /// - Throws: A `FlagError` if there is no request within `patience`, or if the task is canceled.
    public func nextRequest(within patience: Duration = .seconds(120), on time: any TimeSource = SystemTime())
        async throws -> FlagRequest
    {
        let index = state.withLock { $0.awaited }
        let isThere = await journal.wait(within: patience, on: time) { $0.count > index }
        guard isThere else {
            throw FlagError(
                .general,
                "No client sent a request to the provider '\(name)' within \(patience) (earlier requests: \(index)). "
                    + "Start the client, or call a function that sends a request.")
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
            request, into: FlagChannel({ [weak self] in self?.update($0, id) ?? false }, report: channel.report))
    }

    /// Records the context.
    public func erase(_ context: EvaluationContext) async { state.withLock { $0.erased.append(context) } }

    /// Increments ``closeCount``.
    public func close() async { state.withLock { $0.closeCount += 1 } }

    // Publishing doesn't run app code. Under the lock, behaviors and values reach a client in order.

    private func behave(_ behaviour: Behaviour) {
        state.withLock { state in
            state.behaviour = behaviour
            for id in state.runs.keys { _ = Self.publish(id, &state) }
        }
    }

    private func update(_ latest: ProviderState, _ id: Int) -> Bool {
        let first = state.withLock { state -> FlagRequest? in
            defer { state.runs[id]?.latest = latest }
            return state.runs[id]?.latest == nil ? state.runs[id]?.request : nil
        }
        // After this line, a behavior applies immediately, and the request is recorded before its response.
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
