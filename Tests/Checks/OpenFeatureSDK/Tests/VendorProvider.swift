// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@preconcurrency import Combine
import Foundation
import Halyard
import OpenFeature
import TestSupport

/// A stand-in for a vendor's provider, which counts evaluations, and returns the caller's default value for a missing flag.
final class VendorProvider: FeatureProvider, @unchecked Sendable {
    struct Metadata: ProviderMetadata {
        let name: String? = "vendor"
    }

    private struct State {
        var flags: [String: Value]
        var evaluations: [String] = []
        var contexts: [String] = []
        var holdsContext = false
    }

    /// A Boolean value that indicates whether a missing flag is an error.
    let reportsMissingFlags: Bool
    private let tracker = ProviderStatusTracker()
    private let lock = NSLock()
    private var state: State

    init(_ flags: [String: Value], reportsMissingFlags: Bool = true) {
        state = State(flags: flags)
        self.reportsMissingFlags = reportsMissingFlags
    }

    /// The flag keys of all evaluations, in order.
    var evaluations: [String] { lock.withLock { state.evaluations } }
    /// The calls that set a context, in order.
    var contexts: [String] { lock.withLock { state.contexts } }

    func set(_ key: String, _ value: Value?) {
        lock.withLock { state.flags[key] = value }
        tracker.send(.configurationChanged(ProviderEventDetails(flagsChanged: [key])))
    }

    func send(_ event: ProviderEvent) { tracker.send(event) }

    /// Doesn't complete the next context changes.
    func holdContext() { lock.withLock { state.holdsContext = true } }

    /// Completes the next context changes.
    func releaseContext() { lock.withLock { state.holdsContext = false } }

    // MARK: FeatureProvider

    var hooks: [any OpenFeature.Hook] { [] }
    var metadata: any ProviderMetadata { Metadata() }
    var status: OpenFeature.ProviderStatus { tracker.status }
    func observe() -> AnyPublisher<ProviderEvent, Never> { tracker.observe() }

    func initialize(initialContext: (any OpenFeature.EvaluationContext)?) -> Future<Void, Never> {
        changed("initialize \(initialContext?.getTargetingKey() ?? "")", .ready())
    }

    func onContextSet(
        oldContext: (any OpenFeature.EvaluationContext)?, newContext: any OpenFeature.EvaluationContext
    ) -> Future<Void, Never> {
        changed("\(oldContext?.getTargetingKey() ?? "") -> \(newContext.getTargetingKey())", .contextChanged())
    }

    private func changed(_ call: String, _ event: ProviderEvent) -> Future<Void, Never> {
        let isHeld = lock.withLock {
            state.contexts.append(call)
            return state.holdsContext
        }
        return Future { promise in
            if isHeld { return }
            self.tracker.send(event)
            promise(.success(()))
        }
    }

    private func evaluation<Read>(
        _ key: String, _ defaultValue: Read, _ convert: (Value) -> Read?
    ) throws -> ProviderEvaluation<Read> {
        let value = lock.withLock {
            state.evaluations.append(key)
            return state.flags[key]
        }
        guard let value else {
            if reportsMissingFlags { throw OpenFeatureError.flagNotFoundError(key: key) }
            return ProviderEvaluation(value: defaultValue)
        }
        guard let converted = convert(value) else {
            return ProviderEvaluation(value: defaultValue, errorCode: .typeMismatch, errorMessage: "another type")
        }
        return ProviderEvaluation(
            value: converted, flagMetadata: ["team": .string("growth")], variant: "v",
            reason: Reason.targetingMatch.rawValue)
    }

    func getBooleanEvaluation(
        key: String, defaultValue: Bool, context: (any OpenFeature.EvaluationContext)?
    ) throws -> ProviderEvaluation<Bool> {
        try evaluation(key, defaultValue) { $0.asBoolean() }
    }

    func getStringEvaluation(
        key: String, defaultValue: String, context: (any OpenFeature.EvaluationContext)?
    ) throws -> ProviderEvaluation<String> {
        try evaluation(key, defaultValue) { $0.asString() }
    }

    func getIntegerEvaluation(
        key: String, defaultValue: Int64, context: (any OpenFeature.EvaluationContext)?
    ) throws -> ProviderEvaluation<Int64> {
        try evaluation(key, defaultValue) { $0.asInteger() }
    }

    func getDoubleEvaluation(
        key: String, defaultValue: Double, context: (any OpenFeature.EvaluationContext)?
    ) throws -> ProviderEvaluation<Double> {
        try evaluation(key, defaultValue) { $0.asDouble() }
    }

    func getObjectEvaluation(
        key: String, defaultValue: Value, context: (any OpenFeature.EvaluationContext)?
    ) throws -> ProviderEvaluation<Value> {
        try evaluation(key, defaultValue) { $0 }
    }
}
