// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A child provider's hook, which runs if that provider's flag is served or no provider has the flag.
struct ChildHook: EvaluationHook {
    private let hook: any EvaluationHook
    /// The names of the providers to whose flags the hook applies.
    private let providers: Set<String>

    init(_ hook: any EvaluationHook, providers: Set<String>) {
        self.hook = hook
        self.providers = providers
    }

    /// Returns whether the hook runs when this flag is read.
    ///
    /// A flag that no provider has is `nil`.
    func concerns(_ flag: EvaluatedFlag?) -> Bool {
        guard let provider = flag?.origin.provider, providers.contains(provider) else { return flag == nil }
        return (hook as? ChildHook)?.concerns(flag) ?? true
    }

    func before(_ evaluation: HookContext, _ data: inout HookData) throws { try hook.before(evaluation, &data) }

    func after(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) throws {
        try hook.after(evaluation, details, &data)
    }

    func error(_ evaluation: HookContext, _ error: FlagError, _ data: inout HookData) {
        hook.error(evaluation, error, &data)
    }

    func finally(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) {
        hook.finally(evaluation, details, &data)
    }
}
