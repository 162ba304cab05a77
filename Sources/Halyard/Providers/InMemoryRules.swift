// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A provider whose flags are a function of the context: for tests of servers, and for an app's own small rules.
///
/// ```swift
/// let rules = InMemoryRules { context in ["limit": context["plan"] == "gold" ? 50 : 10, "new-nav": true] }
/// let flags = FlagClient(provider: rules)
/// ```
/// A client answers for every context from it (``FlagClient/snapshot(for:)``). Safe to use from any thread; the function is called on
/// the thread that asks, once for each context, without a lock.
public final class InMemoryRules: FlagProvider {
    /// Decides the values of a context, by flag name; a pure function.
    public typealias Decide = @Sendable (EvaluationContext) -> [String: FlagValue]

    private struct State {
        var rules: Rules
        var lastRun = 0
        var runs: [Int: (context: EvaluationContext, channel: FlagChannel)] = [:]
    }

    /// The provider's name.
    public let name: String
    private let time: any TimeSource
    private let state: Lock<State>

    /// Makes a provider.
    ///
    /// - Parameters:
    ///   - names: The flags that exist; those that the function decides for ``EvaluationContext/anonymous`` exist, too.
    ///   - name: The provider's name.
    ///   - time: The clock.
    ///   - decide: Decides the values of a context. A flag that it leaves out does not exist for that context.
    public init(
        _ names: [String] = [], name: String = "memory", time: any TimeSource = SystemTime(),
        decide: @escaping Decide
    ) {
        self.name = name
        self.time = time
        state = Lock(State(rules: Rules(names, Origin(.memory, provider: name), decide)))
    }

    /// Replaces the function; the flags of every client that is served are decided anew.
    public func replace(_ names: [String] = [], decide: @escaping Decide) {
        let rules = Rules(names, Origin(.memory, provider: name), decide)
        let runs = state.withLock { state in
            state.rules = rules
            return state.runs
        }
        for (id, run) in runs { publish(rules, to: id, run.context, run.channel) }
    }

    /// Serves one client until its task is cancelled.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let (id, rules) = state.withLock { state in
            state.lastRun += 1
            state.runs[state.lastRun] = (request.context, channel)
            return (state.lastRun, state.rules)
        }
        publish(rules, to: id, request.context, channel)
        await untilCancelled()
        state.withLock { _ = $0.runs.removeValue(forKey: id) }
    }

    private func publish(_ rules: Rules, to id: Int, _ context: EvaluationContext, _ channel: FlagChannel) {
        // Outside of the lock: the function is the app's.
        let snapshot = FlagSnapshot(deciding: rules, for: context, confirmedAt: time.now)
        state.withLock { state in
            // Others have replaced these meanwhile.
            guard state.runs[id] != nil, state.rules === rules else { return }
            if !channel.publish(.ready(snapshot)) { state.runs[id] = nil }
        }
    }

    private final class Rules: FlagRules {
        let keys: [String]
        private let origin: Origin
        private let decide: Decide
        private let outcomes = OutcomeFlags()

        init(_ names: [String], _ origin: Origin, _ decide: @escaping Decide) {
            keys = Set(names).union(decide(.anonymous).keys).sorted()
            (self.origin, self.decide) = (origin, decide)
        }

        func decider(for context: EvaluationContext) -> FlagDecider {
            let values = decide(context)
            return { [self] place in
                values[keys[place]].map {
                    outcomes.same(Flag(keys[place], $0, reason: .targetingMatch, origin: origin))
                }
            }
        }
    }
}
