// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTesting

extension World {
    mutating func when(_ step: Scenario.Step) async throws {
        switch Phrase(step.text).pattern {
        case "the flag was evaluated with details":
            answers.append(try flag().answer(from: await currentClient()))
        case "the flag was evaluated with details using the evaluation options":
            answers.append(try flag().answer(from: await currentClient(), options: options))
        case "the flag was evaluated with details asynchronously":
            try await evaluateInTasks()
        default: throw unknownStep
        }
    }

    /// Reads the flag in several concurrent tasks while a request to the provider is pending.
    private mutating func evaluateInTasks() async throws {
        let flag = try flag()
        let client = await currentClient()
        provider.hold()
        await client.refresh(within: .zero)
        answers = try await withThrowingTaskGroup(of: Answer.self) { group in
            for _ in 0..<8 { group.addTask { try flag.answer(from: client) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        // The context is the same, so this call joins the refresh.
        isAnswerPending = await client.setContext(client.context, within: .zero) == .timedOut
    }
}
