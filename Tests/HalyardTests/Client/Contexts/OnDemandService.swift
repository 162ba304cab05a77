// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import TestSupport
import Testing

/// A provider that responds immediately for its client's context, and on a test's command for other contexts.
final class OnDemandService: OnDemandProvider {
    struct Question: Sendable {
        let request: FlagRequest
        let answer: FirstResult<Result<ProviderState, FlagError>>
    }

    let name = "service"
    let questions = Lock<[Question]>([])
    let most = Lock((now: 0, most: 0))
    let closedWhileAsked = Lock<[Bool]>([])

    func close() async {
        let isAsked = most.withLock { $0.now > 0 }
        closedWhileAsked.withLock { $0.append(isAsked) }
    }

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        channel.publish(.ready(snapshot(for: request.context)))
    }

    func resolve(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let question = Question(request: request, answer: FirstResult())
        questions.withLock { $0.append(question) }
        most.withLock { most in
            most.now += 1
            most.most = max(most.most, most.now)
        }
        defer { most.withLock { $0.now -= 1 } }
        let result = await question.answer.value(
            within: nil, on: ManualTime(), late: .failure(FlagError(.general, "late")),
            cancelled: .failure(FlagError(.general, "cancelled")))
        do {
            channel.publish(try result.get())
        } catch {
            // As providers do, also for a request that was canceled.
            channel.publish(.failed(error))
        }
    }

    func snapshot(for context: EvaluationContext, validator: String? = nil) -> FlagSet {
        FlagSet(
            [EvaluatedFlag("owner", .string(context.key ?? "nobody"), origin: Origin(.network, provider: name))],
            for: context, validator: validator)
    }

    /// Returns the request at an index, and waits until it arrives.
    func question(_ number: Int) async -> Question {
        await until { questions.withLock { $0.count > number } }
        return questions.withLock { $0[number] }
    }

    func answer(_ number: Int) async {
        let question = await question(number)
        question.answer.set(.success(.ready(snapshot(for: question.request.context, validator: "v\(number)"))))
    }

    func fail(_ number: Int, _ message: String = "it responded with status 500.") async {
        await question(number).answer.set(.success(.failed(FlagError(.general, message))))
    }

    var asked: [String] { questions.withLock { $0.map { $0.request.context.key ?? "-" } } }
}
