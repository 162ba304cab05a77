// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardLDEngine
import HalyardSupport

/// The identity of an evaluation's result, for hooks that ignore repeated results.
///
/// Two evaluations have the same result if all properties are equal. The reason isn't one of them. LaunchDarkly calls this type
/// experimental.
public struct EvaluationExposureKey: Sendable, Hashable {
    /// A hash of the environment's mobile key.
    public let mobileKeyHash: String
    /// The flag key.
    public let flagKey: LDFlagKey
    /// The flag's value, or the caller's default value if the flag has none.
    public let value: LDValue
    /// The index of the flag's variation, or `nil` if there is none.
    public let variation: Int?
    /// The flag's version in events, or `nil` if the flag doesn't exist.
    public let flagVersion: Int?
    /// The fully qualified key of the context.
    public let fullyQualifiedContextKey: String

    /// Creates an identity, for example for a test of a deduper.
    public init(
        mobileKeyHash: String, flagKey: LDFlagKey, variation: Int?, flagVersion: Int?, fullyQualifiedContextKey: String,
        value: LDValue = .null
    ) {
        self.mobileKeyHash = mobileKeyHash
        self.flagKey = flagKey
        self.value = value
        self.variation = variation
        self.flagVersion = flagVersion
        self.fullyQualifiedContextKey = fullyQualifiedContextKey
    }
}

/// Recognizes evaluations that repeat the last result of their flag within a time window.
///
/// Pass it to a ``DedupingHook``. Subclass it to compare results differently:
///
/// ```swift
/// final class ByValue: EvaluationExposureDeduper, @unchecked Sendable {
///     override func shouldRecord(key: EvaluationExposureKey, now: Double) -> Bool {
///         let valueOnly = EvaluationExposureKey(
///             mobileKeyHash: key.mobileKeyHash, flagKey: key.flagKey, variation: nil, flagVersion: nil,
///             fullyQualifiedContextKey: "", value: key.value)
///         return super.shouldRecord(key: valueOnly, now: now)
///     }
/// }
/// ```
/// Keeps one result in memory for each flag and environment. Its methods can be called from any thread. LaunchDarkly calls this type
/// experimental.
// Sound: a lock guards the only mutable property. Each subclass states its own safety.
open class EvaluationExposureDeduper: @unchecked Sendable {
    private struct Source: Hashable {
        let mobileKeyHash: String
        let flagKey: LDFlagKey
    }

    private struct Exposure {
        let key: EvaluationExposureKey
        let time: Double
    }

    /// The default time window: 600 seconds.
    public static let defaultWindow: Double = 600

    private let window: Double
    private let exposures = Lock<[Source: Exposure]>([:])

    /// Creates a deduper.
    ///
    /// - Parameter window: The length of the time window in seconds. With zero or less, every evaluation is reported.
    public init(window: Double = EvaluationExposureDeduper.defaultWindow) { self.window = window }

    /// Returns the number of seconds since an arbitrary start, on a clock that never goes backward.
    public static func monotonicNow() -> Double { SystemTime().uptime / .seconds(1) }

    /// Returns `true`, and starts a time window, unless the result repeats the flag's last one within its window.
    ///
    /// - Parameters:
    ///   - key: The identity of the result.
    ///   - now: The current time in seconds, from a clock like ``monotonicNow()``.
    open func shouldRecord(
        key: EvaluationExposureKey, now: Double = EvaluationExposureDeduper.monotonicNow()
    ) -> Bool {
        guard window > 0 else { return true }
        let source = Source(mobileKeyHash: key.mobileKeyHash, flagKey: key.flagKey)
        return exposures.withLock { exposures in
            if let last = exposures[source], last.key == key, now - last.time < window { return false }
            exposures[source] = Exposure(key: key, time: now)
            return true
        }
    }

    /// Forgets all results, so that the next evaluation of each flag is reported.
    open func reset() { exposures.withLock { $0 = [:] } }
}
