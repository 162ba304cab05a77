// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTesting
import Testing
import TestSupport

/// What one scenario has arranged and seen so far; each scenario has its own, with a client of its own.
struct World {
    var source = FlagSource.stable
    var context = EvaluationContext.anonymous
    var clientHooks: [any EvaluationHook] = []
    var options = EvaluationOptions()
    var asked: AskedFlag?
    /// The answers of all evaluations, the last one at the end.
    var answers: [Answer] = []
    /// Whether the provider still owed an answer when the evaluations were done.
    var isAnswerPending: Bool?

    let scenario: Scenario
    let hookLog = Recorder<RecordingHook.Call>()
    let provider = TestProvider()
    private var startedClient: FlagClient?

    private init(_ scenario: Scenario) throws {
        self.scenario = scenario
        provider.flags.replaceAll(with: try Specification.flags())
    }

    /// Runs a scenario; what does not hold, or is not known, is an issue of the current test.
    ///
    /// - Returns: Whether all steps were known and carried out.
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

    /// Carries out the steps of a scenario in a world of its own.
    ///
    /// - Throws: What kept a step from being carried out, above all that it has no definition.
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

    /// The scenario's client, made and started by the first step that needs one.
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

    /// The flag that the scenario speaks of.
    func flag() throws -> AskedFlag {
        guard let asked else { throw Specification.Surprise("no flag was named") }
        return asked
    }

    /// What the last evaluation gave.
    func answer() throws -> Answer {
        guard let answer = answers.last else { throw Specification.Surprise("nothing was evaluated") }
        return answer
    }

    /// The error for a step that has no definition; the code that catches it knows the step.
    var unknownStep: Specification.Surprise { Specification.Surprise("unknown step") }
}
