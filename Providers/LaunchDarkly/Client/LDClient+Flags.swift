// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
public import HalyardLDEngine

extension LDClient {
    /// Returns the value of a flag, or the default value.
    ///
    /// Returns the default value if the flag is missing, has no value or a value of another type, or if the client isn't
    /// running. The read is counted.
    public func variation<T: LDFlagValueConvertible>(forKey flagKey: LDFlagKey, defaultValue: T) -> T {
        read(flagKey, defaultValue.toLDFlagValue().neutral, isDetailed: false).value ?? defaultValue
    }

    /// Returns the value of a flag, or the optional default value.
    @_disfavoredOverload
    public func variation<T: LDFlagValueConvertible>(forKey flagKey: LDFlagKey, defaultValue: T? = nil) -> T? {
        read(flagKey, defaultValue?.toLDFlagValue().neutral ?? .null, isDetailed: false).value ?? defaultValue
    }

    /// Returns the value of a flag as `variation` does, with the details of the evaluation.
    public func variationDetail<T: LDFlagValueConvertible>(
        forKey flagKey: LDFlagKey, defaultValue: T
    ) -> LDEvaluationDetail<T> {
        read(flagKey, defaultValue.toLDFlagValue().neutral, isDetailed: true).map { $0 ?? defaultValue }
    }

    /// Returns the value of a flag, or the optional default value, with the details of the evaluation.
    @_disfavoredOverload
    public func variationDetail<T: LDFlagValueConvertible>(
        forKey flagKey: LDFlagKey, defaultValue: T? = nil
    ) -> LDEvaluationDetail<T?> {
        read(flagKey, defaultValue?.toLDFlagValue().neutral ?? .null, isDetailed: true).map { $0 ?? defaultValue }
    }

    /// All flags that have a value, by flag key, or `nil` if the client isn't running.
    ///
    /// The read isn't counted.
    public var allFlags: [LDFlagKey: Any]? { handle.environment?.client.allFlags.compactMapValues(\.plain) }

    private func read<T>(_ key: LDFlagKey, _ fallback: FlagValue, isDetailed: Bool) -> LDEvaluationDetail<T?> {
        LDEvaluationDetail(handle.read(key, as: T.self, fallback, isDetailed: isDetailed))
    }
}
