// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import TestSupport

/// A hook that records each of its stages.
struct RecordingHook: EvaluationHook {
    /// One call of a hook.
    struct Call: Sendable {
        let hook: String
        let stage: String
        let flagKey: String
        /// The evaluation details that the stage received, or `nil` for `before` and `error`.
        let answer: Answer?
    }

    let name: String
    let log: Recorder<Call>

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
        log.add(Call(hook: name, stage: stage, flagKey: evaluation.flagKey, answer: answer))
    }
}
