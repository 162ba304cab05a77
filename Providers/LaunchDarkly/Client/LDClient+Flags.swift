// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
public import HalyardLDEngine

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
    public var allFlags: [LDFlagKey: Any]? { handle.environment?.client.allFlags.compactMapValues(\.plain) }

    private func read<T>(_ key: LDFlagKey, _ fallback: FlagValue, isDetailed: Bool) -> LDEvaluationDetail<T?> {
        LDEvaluationDetail(handle.read(key, as: T.self, fallback, isDetailed: isDetailed))
    }
}
