// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly

extension LDClient {
    /// The value of a flag, or the default if it is missing, has no value or one that does not fit, or if the client does not
    /// run.
    ///
    /// Counted.
    public func variation<T: LDFlagValueConvertible>(forKey flagKey: LDFlagKey, defaultValue: T) -> T {
        read(flagKey, defaultValue.toLDFlagValue().neutral, isDetailed: false).value ?? defaultValue
    }

    /// The same for a default that may be nil.
    @_disfavoredOverload
    public func variation<T: LDFlagValueConvertible>(forKey flagKey: LDFlagKey, defaultValue: T? = nil) -> T? {
        read(flagKey, defaultValue?.toLDFlagValue().neutral ?? .null, isDetailed: false).value ?? defaultValue
    }

    /// The value of a flag as `variation` has it, and how it came about.
    public func variationDetail<T: LDFlagValueConvertible>(
        forKey flagKey: LDFlagKey, defaultValue: T
    ) -> LDEvaluationDetail<T> {
        read(flagKey, defaultValue.toLDFlagValue().neutral, isDetailed: true).map { $0 ?? defaultValue }
    }

    /// The same for a default that may be nil.
    @_disfavoredOverload
    public func variationDetail<T: LDFlagValueConvertible>(
        forKey flagKey: LDFlagKey, defaultValue: T? = nil
    ) -> LDEvaluationDetail<T?> {
        read(flagKey, defaultValue?.toLDFlagValue().neutral ?? .null, isDetailed: true).map { $0 ?? defaultValue }
    }

    /// All flags that have a value, by name; nil if the client does not run.
    ///
    /// Not counted.
    public var allFlags: [LDFlagKey: Any]? { environment?.client.allFlags.compactMapValues(\.plain) }

    private func read<T>(_ key: LDFlagKey, _ fallback: FlagValue, isDetailed: Bool) -> LDEvaluationDetail<T?> {
        guard let environment, let fleet else { return Self.failed("CLIENT_NOT_READY") }
        let view = environment.client.snapshot()
        let flagKey = FlagKey(key, default: Reading<T>(fallback: fallback))
        if !isDetailed { _ = view.value(for: flagKey) }
        let error = isDetailed ? view.details(of: flagKey, options: EvaluationOptions()).error?.code : nil
        guard let flag = view.state.snapshot?.table[key] else { return Self.failed("FLAG_NOT_FOUND") }
        if error == .typeMismatch { return Self.failed("WRONG_TYPE") }
        let facts = LaunchDarklyFlag(flag)
        return LDEvaluationDetail(
            value: flag.value.isNull ? nil : flag.value.read(T.self), variationIndex: facts.variation,
            reason: fleet.config.evaluationReasons ? facts.reason : .null)
    }

    private static func failed<T>(_ kind: FlagValue) -> LDEvaluationDetail<T?> {
        LDEvaluationDetail(value: nil, variationIndex: nil, reason: ["kind": "ERROR", "errorKind": kind])
    }
}
