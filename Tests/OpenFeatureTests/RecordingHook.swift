// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// What hooks wrote down, in order.
final class HookLog: Sendable {
    /// One call of a hook.
    struct Call: Sendable {
        let hook: String
        let stage: String
        let flagKey: String
        /// What the stage received about the evaluation; nil for `before` and `error`.
        let answer: Answer?
    }

    private let state = Lock<[Call]>([])

    var calls: [Call] { state.withLock { $0 } }

    /// The hooks and stages: `first before`.
    var lines: [String] { calls.map { "\($0.hook) \($0.stage)" } }

    func calls(of stage: String) -> [Call] { calls.filter { $0.stage == stage } }

    fileprivate func add(_ call: Call) { state.withLock { $0.append(call) } }
}

/// A hook that writes down each of its stages.
struct RecordingHook: EvaluationHook {
    let name: String
    let log: HookLog

    func before(_ evaluation: HookContext, _ data: inout HookData) {
        add("before", evaluation)
    }

    func after(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) {
        add("after", evaluation, Answer(details))
    }

    func error(_ evaluation: HookContext, _ error: FlagError, _ data: inout HookData) {
        add("error", evaluation)
    }

    func finally(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) {
        add("finally", evaluation, Answer(details))
    }

    private func add(_ stage: String, _ evaluation: HookContext, _ answer: Answer? = nil) {
        log.add(HookLog.Call(hook: name, stage: stage, flagKey: evaluation.flagKey, answer: answer))
    }
}
