// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A chain that runs the hooks of one evaluation in OpenFeature's order, and keeps each hook's data.
struct HookChain {
    private let evaluation: HookContext
    private let hooks: [any EvaluationHook]
    private var data: [HookData]

    init(_ hooks: [any EvaluationHook], _ evaluation: HookContext) {
        self.hooks = hooks
        self.evaluation = evaluation
        data = Array(repeating: [:], count: hooks.count)
    }

    /// Runs `lookUp` between the stages.
    ///
    /// - Parameters:
    ///   - lookUp: A closure that evaluates the flag.
    ///   - write: A closure that converts the typed value to the value that hooks see.
    ///   - failing: A closure that creates details with the caller's default value from a hook's error.
    mutating func run<Value>(
        _ lookUp: () -> EvaluationDetails<Value>, write: (Value) -> FlagValue,
        failing: (FlagError, any EvaluationHook) -> EvaluationDetails<Value>
    ) -> EvaluationDetails<Value> {
        var details: EvaluationDetails<Value>
        var current = 0
        do {
            for index in hooks.indices {
                current = index
                try hooks[index].before(evaluation, &data[index])
            }
            details = lookUp()
            if details.error == nil {
                let seen = details.map(write(details.value))
                for index in hooks.indices.reversed() {
                    current = index
                    try hooks[index].after(evaluation, seen, &data[index])
                }
            }
        } catch {
            details = failing(FlagError(wrapping: error), hooks[current])
        }
        let seen = details.map(write(details.value))
        if let error = seen.error {
            for index in hooks.indices.reversed() { hooks[index].error(evaluation, error, &data[index]) }
        }
        for index in hooks.indices.reversed() { hooks[index].finally(evaluation, seen, &data[index]) }
        return details
    }
}
