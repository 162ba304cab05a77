// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// You can copy this file into your app. It uses only public API, for commit 2815888f of open-feature/swift-sdk.

@preconcurrency import Combine
import Foundation
public import Halyard
public import OpenFeature

/// Provides declared flags of a provider of OpenFeature's Swift SDK.
///
/// ```swift
/// let old = FeatureProviderFlags(vendorProvider, [.flag(.newCheckout), .flag(.searchLimit)], name: "old")
/// ```
/// > Important: This provider evaluates every declared flag at the start, after each context change, and after each change of the
/// > vendor's flags. The vendor counts these evaluations, and not your app's reads. Use it to compare two providers, and not for
/// > experiments.
///
/// You declare the flags, because the SDK's providers can't list them. Use an instance with one client only, because the SDK's
/// providers have one current context. The vendor's hooks don't run, and it receives no tracking events. Like the SDK, an instance
/// never ends the vendor's provider.
public final class FeatureProviderFlags: FlagProvider, @unchecked Sendable {
    /// A flag that the vendor's provider evaluates.
    public struct Declaration: Sendable {
        fileprivate typealias Evaluate =
            @Sendable (any FeatureProvider, any OpenFeature.EvaluationContext, Origin) -> EvaluatedFlag?

        fileprivate let evaluate: Evaluate

        /// Declares a Boolean flag.
        public static func flag(_ key: FlagKey<Bool>) -> Declaration {
            Declaration(key.name, FlagValue.bool) { provider, context in
                try provider.getBooleanEvaluation(
                    key: key.name, defaultValue: key.defaultValue, context: context, logger: nil)
            }
        }

        /// Declares an integer flag.
        public static func flag(_ key: FlagKey<Int>) -> Declaration {
            Declaration(key.name, FlagValue.int) { provider, context in
                try provider.getIntegerEvaluation(
                    key: key.name, defaultValue: Int64(key.defaultValue), context: context, logger: nil)
            }
        }

        /// Declares a flag whose value is a number.
        public static func flag(_ key: FlagKey<Double>) -> Declaration {
            Declaration(key.name, FlagValue.double) { provider, context in
                try provider.getDoubleEvaluation(
                    key: key.name, defaultValue: key.defaultValue, context: context, logger: nil)
            }
        }

        /// Declares a string flag.
        public static func flag(_ key: FlagKey<String>) -> Declaration {
            Declaration(key.name, FlagValue.string) { provider, context in
                try provider.getStringEvaluation(
                    key: key.name, defaultValue: key.defaultValue, context: context, logger: nil)
            }
        }

        /// Declares a flag whose value is an object or an array.
        public static func flag(_ key: FlagKey<FlagValue>) -> Declaration {
            Declaration(key.name, { FlagValue($0) }) { provider, context in
                try provider.getObjectEvaluation(
                    key: key.name, defaultValue: OpenFeature.Value(key.defaultValue), context: context, logger: nil)
            }
        }

        private init<Value>(
            _ name: String, _ convert: @escaping @Sendable (Value) -> FlagValue,
            _ evaluation:
                @escaping @Sendable (any FeatureProvider, any OpenFeature.EvaluationContext) throws
                -> ProviderEvaluation<Value>
        ) {
            evaluate = { provider, context, origin in
                func failed(_ code: OpenFeature.ErrorCode, _ message: String?) -> EvaluatedFlag? {
                    if code == .flagNotFound { return nil }
                    let message = message ?? "The provider '\(origin.provider ?? "")' gave no message. Check its log."
                    return EvaluatedFlag(
                        name, .null, reason: .error, origin: origin, error: FlagError(Halyard.ErrorCode(code), message))
                }
                do {
                    let found = try evaluation(provider, context)
                    if let code = found.errorCode { return failed(code, found.errorMessage) }
                    return EvaluatedFlag(
                        name, convert(found.value), variant: found.variant,
                        reason: found.reason.map { EvaluationReason(sdkReason: $0) } ?? .unknown,
                        metadata: found.flagMetadata.mapValues(FlagValue.init), origin: origin)
                } catch let error as OpenFeatureError {
                    return failed(error.errorCode(), error.description)
                } catch {
                    return failed(.general, "\(error)")
                }
            }
        }
    }

    /// The provider's name.
    public let name: String
    private let provider: any FeatureProvider
    private let flags: [Declaration]
    // The class is Sendable because this lock guards its variable, and the SDK itself uses its providers from several threads.
    private let lock = NSLock()
    private var isInitialized = false
    /// The last context for which the vendor's provider has completed the change, or `nil` if there is none.
    private var context: Halyard.EvaluationContext?

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - provider: The vendor's provider, which the SDK's own API must not use at the same time.
    ///   - flags: The flags to evaluate.
    ///   - name: The provider's name. By default, it's the vendor's name.
    public init(_ provider: any FeatureProvider, _ flags: [Declaration], name: String? = nil) {
        self.provider = provider
        self.flags = flags
        self.name = name ?? provider.metadata.name ?? "openfeature"
    }

    /// Publishes the declared flags for the request's context, and publishes them again after each event that can change them.
    ///
    /// While the client is offline, it keeps its flags, and they are stale.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        if request.mode == .offline {
            channel.publish(.offline(request))
            for await _ in AsyncStream<Never>.makeStream().stream {}
            return
        }
        await setContext(request.context)
        if Task.isCancelled { return }
        let (events, feed) = AsyncStream<SentEvent>.makeStream(bufferingPolicy: .bufferingNewest(1))
        var isFirst = true
        // The publisher sends one event after another, on any thread.
        nonisolated(unsafe) let subscription = provider.observe().sink { event in
            feed.yield(SentEvent(event: event, isFirst: isFirst))
            isFirst = false
        }
        defer { subscription.cancel() }
        var table = request.resume?.table ?? FlagTable()
        let status = publish(request, nil, &table, channel)
        for await sent in events {
            // The first event repeats the status. Another evaluation would count again.
            if sent.isFirst, status == .ready, case .ready = sent.event { continue }
            publish(request, sent.event, &table, channel)
        }
    }

    /// An event, whose type the SDK doesn't mark as safe to share.
    private struct SentEvent: @unchecked Sendable {
        let event: ProviderEvent
        let isFirst: Bool
    }

    /// Passes a context to the vendor's provider, and waits for it until the task is canceled.
    private func setContext(_ context: Halyard.EvaluationContext) async {
        let previous = lock.withLock { self.context }
        if previous == context { return }
        let isFirst = lock.withLock {
            defer { isInitialized = true }
            return !isInitialized
        }
        let change =
            if isFirst {
                provider.initialize(initialContext: ImmutableContext(context))
            } else {
                provider.onContextSet(
                    oldContext: previous.map { ImmutableContext($0) }, newContext: ImmutableContext(context))
            }
        let (completions, feed) = AsyncStream<Void>.makeStream()
        nonisolated(unsafe) let subscription = change.sink { feed.yield() }
        defer { subscription.cancel() }
        // If the task is canceled, the next run sets the context again, because the vendor's flags can still be another user's.
        for await _ in completions {
            lock.withLock { self.context = context }
            return
        }
    }

    /// Publishes the vendor's current state, and returns its status.
    @discardableResult
    private func publish(
        _ request: FlagRequest, _ event: ProviderEvent?, _ table: inout FlagTable, _ channel: FlagChannel
    ) -> OpenFeature.ProviderStatus {
        let status = provider.status
        let details = event?.details
        let code = details?.errorCode.map { Halyard.ErrorCode($0) }
        let message = details?.message ?? "The provider '\(name)' reports \(status.rawValue). Check its log."
        switch status {
        case .notReady, .reconciling: break
        case .error: channel.publish(.failed(FlagError(code ?? .general, message)))
        case .fatal: channel.publish(.failed(FlagError(.providerFatal, message)))
        case .ready: channel.publish(.ready(evaluateFlags(request, &table)))
        case .stale:
            let error = FlagError(code ?? .general, message)
            channel.publish(.stale(evaluateFlags(request, &table), error: error))
        }
        return status
    }

    private func evaluateFlags(_ request: FlagRequest, _ table: inout FlagTable) -> FlagSet {
        let context = ImmutableContext(request.context)
        let origin = Origin(.network, provider: name)
        table = FlagTable(flags.compactMap { $0.evaluate(provider, context, origin) }, reusing: table)
        return FlagSet(table, for: request.context)
    }
}

extension ProviderEvent {
    fileprivate var details: ProviderEventDetails? {
        switch self {
        case .ready(let details), .error(let details), .configurationChanged(let details), .stale(let details),
            .reconciling(let details), .contextChanged(let details):
            details
        }
    }
}

extension ImmutableContext {
    /// Creates a context from the primary part, such as the user.
    fileprivate init(_ context: Halyard.EvaluationContext) {
        self.init(
            targetingKey: context.key ?? "",
            structure: ImmutableStructure(attributes: context.primary.attributes.mapValues(OpenFeature.Value.init)))
    }
}

extension FlagValue {
    fileprivate init(_ value: FlagMetadataValue) {
        switch value {
        case .boolean(let value): self = .bool(value)
        case .integer(let value): self = .int(value)
        case .double(let value): self = .double(value)
        case .string(let value): self = .string(value)
        }
    }

    fileprivate init(_ value: OpenFeature.Value) {
        switch value {
        case .null: self = .null
        case .boolean(let value): self = .bool(value)
        case .integer(let value): self = .int(value)
        case .double(let value): self = .double(value)
        case .string(let value): self = .string(value)
        case .date(let value):
            self = .string(Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(value))
        case .list(let values): self = .array(values.map { FlagValue($0) })
        case .structure(let members): self = .object(members.mapValues { FlagValue($0) })
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

extension EvaluationReason {
    /// Creates a reason from the SDK's spelling, which isn't the specification's, or from another word.
    fileprivate init(sdkReason: String) {
        switch Reason(rawValue: sdkReason) {
        case .staticReason: self = .static
        case .defaultReason: self = .default
        case .targetingMatch: self = .targetingMatch
        case .split: self = .split
        case .cached: self = .cached
        case .disabled: self = .disabled
        case .unknown: self = .unknown
        case .stale: self = .stale
        case .error: self = .error
        case nil: self.init(rawValue: sdkReason)
        }
    }
}

extension Halyard.ErrorCode {
    fileprivate init(_ code: OpenFeature.ErrorCode) {
        switch code {
        case .providerNotReady: self = .providerNotReady
        case .flagNotFound: self = .flagNotFound
        case .parseError: self = .parseError
        case .typeMismatch: self = .typeMismatch
        case .targetingKeyMissing: self = .targetingKeyMissing
        case .invalidContext: self = .invalidContext
        case .general: self = .general
        case .providerFatal: self = .providerFatal
        }
    }
}
