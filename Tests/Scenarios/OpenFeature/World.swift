// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTesting
import Testing
import TestSupport

/// The state of one running scenario, including its client.
struct World {
    var source = FlagSource.stable
    var context = EvaluationContext.anonymous
    var clientHooks: [any EvaluationHook] = []
    var options = EvaluationOptions()
    var asked: AskedFlag?
    /// The results of all evaluations in order.
    var answers: [Answer] = []
    /// A Boolean value that indicates whether a response was pending when the evaluations ended.
    var isAnswerPending: Bool?

    let scenario: Scenario
    let hookLog = Recorder<RecordingHook.Call>()
    let provider = TestProvider()
    private var startedClient: FlagClient?

    private init(_ scenario: Scenario) throws {
        self.scenario = scenario
        provider.flags.replaceAll(with: try Specification.flags())
    }

    /// Runs a scenario, and records failed expectations and unknown steps as issues.
    ///
    /// - Returns: `true` if all steps were known and performed.
    @discardableResult
    static func run(_ scenario: Scenario) async -> Bool {
        do {
            try await play(scenario)
            return true
        } catch {
            Issue.record("\(scenario): \(error)")
            return false
        }
    }

    /// Performs the steps of a scenario in a new world.
    ///
    /// - Throws: An error if a step is undefined or can't be performed.
    static func play(_ scenario: Scenario) async throws {
        var world = try World(scenario)
        for step in scenario.steps {
            do {
                try await world.perform(step)
            } catch {
                throw Specification.Surprise("\(error) (\(step))")
            }
        }
        await world.startedClient?.shutdown()
    }

    private mutating func perform(_ step: Scenario.Step) async throws {
        switch step.kind {
        case .given: try given(step)
        case .when: try await when(step)
        case .then: try await then(step)
        }
    }

    /// Returns the scenario's client.
    ///
    /// The first call creates and starts it.
    mutating func currentClient() async -> FlagClient {
        if let startedClient { return startedClient }
        var options = FlagClient.Options()
        options.hooks = clientHooks
        let client = FlagClient(
            provider: source.provider(from: provider), context: context, options: options)
        await client.start(within: source.deadline, until: .anyFlags)
        startedClient = client
        return client
    }

    /// Returns the flag that the scenario names.
    func flag() throws -> AskedFlag {
        guard let asked else { throw Specification.Surprise("no flag was named") }
        return asked
    }

    /// Returns the result of the last evaluation.
    func answer() throws -> Answer {
        guard let answer = answers.last else { throw Specification.Surprise("nothing was evaluated") }
        return answer
    }

    /// The error for an undefined step.
    ///
    /// The code that catches it adds the step.
    var unknownStep: Specification.Surprise { Specification.Surprise("unknown step") }
}
