// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// You can copy this file into your app. It uses only public API, for commit 2815888f of open-feature/swift-sdk.

@preconcurrency public import Combine
import Foundation
public import Halyard
public import OpenFeature

/// Serves a client's flags to OpenFeature's Swift SDK.
///
/// ```swift
/// await OpenFeatureAPI.shared.setProviderAndWait(provider: HalyardFeatureProvider(flags))
/// ```
/// The SDK starts the client and sets its context. Your app shuts the client down, or releases it together with this provider. The
/// context that the SDK passes to each read isn't used, because it's the client's own. It's safe to use from any thread.
public final class HalyardFeatureProvider: FeatureProvider, @unchecked Sendable {
    private struct Metadata: ProviderMetadata {
        let name: String?
    }

    /// The last state whose event was sent.
    private struct Reported {
        let sequence: UInt64
        let status: Halyard.ProviderStatus
        let context: Halyard.EvaluationContext
    }

    private let client: FlagClient
    private let patience: Duration
    private let map: @Sendable (any OpenFeature.EvaluationContext) -> Halyard.EvaluationContext
    private let tracker = ProviderStatusTracker()
    // The class is Sendable because this lock guards its variables.
    private let lock = NSLock()
    private var reported: Reported?
    private var follower: Task<Void, Never>?

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - flags: The client.
    ///   - patience: The maximum time for which the SDK waits for a start or a context change. The client continues afterward.
    ///   - map: A closure that converts contexts. By default, the targeting key and the attributes are the user's.
    public init(
        _ flags: FlagClient, patience: Duration = .seconds(5),
        context map: @escaping @Sendable (any OpenFeature.EvaluationContext) -> Halyard.EvaluationContext = {
            .init($0)
        }
    ) {
        client = flags
        self.patience = patience
        self.map = map
    }

    deinit { follower?.cancel() }

    /// No hooks, because the client runs its own.
    public var hooks: [any OpenFeature.Hook] { [] }
    /// The provider's name.
    public var metadata: any ProviderMetadata { Metadata(name: "Halyard (\(client.providerName))") }
    /// The client's status.
    public var status: OpenFeature.ProviderStatus { tracker.status }
    /// Returns the events for the client's changes, starting with its current status.
    public func observe() -> AnyPublisher<ProviderEvent, Never> { tracker.observe() }

    // MARK: Lifecycle

    /// Sets the client's context, if there is one, and starts the client.
    public func initialize(initialContext: (any OpenFeature.EvaluationContext)?) -> Future<Void, Never> {
        let context = initialContext.map(map)
        return perform { provider in
            if let context { await provider.client.setContext(context, within: provider.patience) }
            await provider.client.start(within: provider.patience)
            provider.follow()
        }
    }

    /// Sets the client's context.
    ///
    /// Of several overlapping calls, the last one applies.
    public func onContextSet(
        oldContext: (any OpenFeature.EvaluationContext)?, newContext: any OpenFeature.EvaluationContext
    ) -> Future<Void, Never> {
        let context = map(newContext)
        return perform { await $0.client.setContext(context, within: $0.patience) }
    }

    /// Returns a future that is resolved after the work, when the status is up to date.
    private func perform(_ work: @escaping @Sendable (HalyardFeatureProvider) async -> Void) -> Future<Void, Never> {
        Future { promise in
            nonisolated(unsafe) let promise = promise
            Task {
                await work(self)
                self.report(self.client.state)
                promise(.success(()))
            }
        }
    }

    // MARK: Events

    private func follow() {
        let updates = client.updates
        let task = Task { [weak self] in
            var status: Halyard.ProviderStatus?
            var context: Halyard.EvaluationContext?
            for await update in updates {
                // The flags of a new context are part of the event for the context.
                let isSameContext = context == update.state.context && status != .reconciling
                self?.report(update.state, changed: isSameContext ? update.changes.keys : [])
                status = update.state.status
                context = update.state.context
            }
        }
        lock.withLock {
            follower?.cancel()
            follower = task
        }
    }

    /// Sends the event for a state once, even if two tasks see it, and the event for changed flags.
    private func report(_ state: FlagClient.State, changed: [String] = []) {
        lock.withLock {
            if reported.map({ $0.sequence < state.sequence }) ?? true {
                let event = Self.event(for: state, after: reported)
                reported = Reported(sequence: state.sequence, status: state.status, context: state.context)
                if let event { tracker.send(event) }
            }
            if !changed.isEmpty, !state.isShutDown {
                tracker.send(.configurationChanged(ProviderEventDetails(flagsChanged: changed)))
            }
        }
    }

    /// Returns the event for a state, or `nil` if the state needs none.
    private static func event(for state: FlagClient.State, after previous: Reported?) -> ProviderEvent? {
        let hasNewContext = previous.map { $0.status == .reconciling || $0.context != state.context } ?? false
        if state.status == .ready, hasNewContext { return .contextChanged() }
        guard state.status != previous?.status else { return nil }
        let code = state.error.map { OpenFeature.ErrorCode($0.code) }
        switch state.status {
        case .ready: return .ready()
        case .reconciling: return .reconciling()
        case .stale: return .stale(ProviderEventDetails(message: state.error?.message, errorCode: code))
        case .error: return .error(ProviderEventDetails(message: state.error?.message, errorCode: code))
        case .fatal: return .error(ProviderEventDetails(message: state.error?.message, errorCode: .providerFatal))
        case .notReady:
            // The SDK has no event that leads back to this status.
            if previous == nil { return nil }
            return .error(
                ProviderEventDetails(
                    message: "The Halyard client is shut down. Create a client and a provider for it.",
                    errorCode: .providerNotReady))
        }
    }

    // MARK: Reads

    /// Returns the Boolean value of a flag.
    public func getBooleanEvaluation(
        key: String, defaultValue: Bool, context: (any OpenFeature.EvaluationContext)?
    ) throws -> ProviderEvaluation<Bool> {
        try evaluation(key, defaultValue) { $0 }
    }

    /// Returns the string value of a flag.
    public func getStringEvaluation(
        key: String, defaultValue: String, context: (any OpenFeature.EvaluationContext)?
    ) throws -> ProviderEvaluation<String> {
        try evaluation(key, defaultValue) { $0 }
    }

    /// Returns the integer value of a flag.
    public func getIntegerEvaluation(
        key: String, defaultValue: Int64, context: (any OpenFeature.EvaluationContext)?
    ) throws -> ProviderEvaluation<Int64> {
        try evaluation(key, defaultValue) { $0 }
    }

    /// Returns the numeric value of a flag.
    public func getDoubleEvaluation(
        key: String, defaultValue: Double, context: (any OpenFeature.EvaluationContext)?
    ) throws -> ProviderEvaluation<Double> {
        try evaluation(key, defaultValue) { $0 }
    }

    /// Returns the object or array value of a flag.
    public func getObjectEvaluation(
        key: String, defaultValue: OpenFeature.Value, context: (any OpenFeature.EvaluationContext)?
    ) throws -> ProviderEvaluation<OpenFeature.Value> {
        try evaluation(key, defaultValue) { (object: ObjectValue) in OpenFeature.Value(object.flagValue) }
    }

    /// Returns the details of a read, or throws its error, because the SDK runs its error hooks only for thrown errors.
    private func evaluation<Wanted, Read: FlagValueConvertible>(
        _ key: String, _ defaultValue: Wanted, _ convert: (Read) -> Wanted
    ) throws -> ProviderEvaluation<Wanted> {
        let details = client.details(of: FlagKey<Read?>(key, default: nil))
        if let error = details.error { throw OpenFeatureError(error, key: key) }
        return ProviderEvaluation(
            value: details.value.map(convert) ?? defaultValue,
            flagMetadata: details.metadata.mapValues(FlagMetadataValue.init), variant: details.variant,
            reason: details.reason.sdkReason)
    }

    // MARK: Tracking

    /// Tracks an event with the merged context of the call.
    public func track(
        key: String, context: (any OpenFeature.EvaluationContext)?, details: (any TrackingEventDetails)?
    ) throws {
        let data = details.map { FlagValue.object($0.asMap().mapValues(FlagValue.init)) }
        client.track(key, data: data ?? .null, metric: details?.getValue(), for: context.map(map))
    }
}

extension Halyard.EvaluationContext {
    /// Creates a context for a user whose key is the targeting key.
    ///
    /// A user without a targeting key is anonymous. Dates become strings.
    public init(_ context: any OpenFeature.EvaluationContext) {
        let key = context.getTargetingKey()
        self.init(key: key.isEmpty ? nil : key, attributes: context.asMap().mapValues(FlagValue.init))
    }
}

/// A flag that is read as an object: an object or an array, but not a scalar.
private struct ObjectValue: FlagValueConvertible {
    let flagValue: FlagValue

    init?(flagValue: FlagValue) {
        switch flagValue {
        case .object, .array: self.flagValue = flagValue
        case .null, .bool, .int, .double, .string: return nil
        }
    }
}

extension FlagValue {
    fileprivate init(_ value: OpenFeature.Value) {
        switch value {
        case .null: self = .null
        case .boolean(let value): self = .bool(value)
        case .integer(let value): self = .int(value)
        case .double(let value): self = .double(value)
        case .string(let value): self = .string(value)
        case .date(let value):
            self = .string(Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(value))
        case .list(let values): self = .array(values.map(FlagValue.init))
        case .structure(let members): self = .object(members.mapValues(FlagValue.init))
        }
    }
}

extension OpenFeature.Value {
    fileprivate init(_ value: FlagValue) {
        switch value {
        case .null: self = .null
        case .bool(let value): self = .boolean(value)
        case .int(let value): self = .integer(value)
        case .double(let value): self = .double(value)
        case .string(let value): self = .string(value)
        case .array(let values): self = .list(values.map(OpenFeature.Value.init))
        case .object(let members): self = .structure(members.mapValues(OpenFeature.Value.init))
        }
    }
}

extension FlagMetadataValue {
    /// Arrays and objects become JSON strings.
    fileprivate init(_ value: FlagValue) {
        switch value {
        case .bool(let value): self = .boolean(value)
        case .int(let value): self = .integer(value)
        case .double(let value): self = .double(value)
        case .string(let value): self = .string(value)
        case .null, .array, .object: self = .string(value.description)
        }
    }
}

extension EvaluationReason {
    /// The reason as the SDK spells it, which isn't the specification's spelling.
    fileprivate var sdkReason: String {
        let reasons: [EvaluationReason: Reason] = [
            .static: .staticReason, .default: .defaultReason, .targetingMatch: .targetingMatch, .split: .split,
            .cached: .cached, .disabled: .disabled, .unknown: .unknown, .stale: .stale, .error: .error,
        ]
        return reasons[self]?.rawValue ?? rawValue
    }
}

extension OpenFeature.ErrorCode {
    fileprivate init(_ code: Halyard.ErrorCode) {
        let codes: [Halyard.ErrorCode: OpenFeature.ErrorCode] = [
            .providerNotReady: .providerNotReady, .flagNotFound: .flagNotFound, .parseError: .parseError,
            .typeMismatch: .typeMismatch, .targetingKeyMissing: .targetingKeyMissing, .invalidContext: .invalidContext,
            .providerFatal: .providerFatal,
        ]
        self = codes[code] ?? .general
    }
}

extension OpenFeatureError {
    /// Loses the message of five codes, for which the SDK's errors have none.
    fileprivate init(_ error: FlagError, key: String) {
        switch OpenFeature.ErrorCode(error.code) {
        case .providerNotReady: self = .providerNotReadyError
        case .flagNotFound: self = .flagNotFoundError(key: key)
        case .parseError: self = .parseError(message: error.message)
        case .typeMismatch: self = .typeMismatchError
        case .targetingKeyMissing: self = .targetingKeyMissingError
        case .invalidContext: self = .invalidContextError
        case .general: self = .generalError(message: error.message)
        case .providerFatal: self = .providerFatalError(message: error.message)
        }
    }
}
