// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension TelemetryHook {
    /// An event for a telemetry system, with OpenTelemetry's names.
    public struct Event: Sendable, Hashable {
        /// The event's name.
        public var name: String
        /// The event's attributes by name.
        public var attributes: [String: FlagValue]

        /// Creates an event.
        public init(_ name: String, attributes: [String: FlagValue]) {
            self.name = name
            self.attributes = attributes
        }
    }
}

/// A hook that reports every evaluation to a telemetry system, as defined by OpenTelemetry and OpenFeature's appendix D.
///
/// ```swift
/// flags.addHooks(TelemetryHook(emit: { event in print(event.name, event.attributes) }))
/// ```
/// Each evaluation becomes one event named `feature_flag.evaluation`. A closure handles the event. It runs inside the read, at
/// the end of the evaluation, and must be quick. Halyard doesn't depend on any telemetry library. The hook is immutable.
///
/// | attribute | content |
/// | --- | --- |
/// | `feature_flag.key` | the flag key |
/// | `feature_flag.result.variant` | the variant |
/// | `feature_flag.result.value` | the value, if there is no variant and the app allows it |
/// | `feature_flag.result.reason` | the reason, in lower case: `targeting_match` |
/// | `feature_flag.provider.name` | the name of the client's provider |
/// | `feature_flag.context.id` | the metadata's `contextId`, or otherwise the context's key |
/// | `feature_flag.set.id` | the metadata's `flagSetId` |
/// | `feature_flag.version` | the metadata's `version`, or otherwise the flag's version |
/// | `error.type` | the error's code, in lower case: `flag_not_found` |
/// | `error.message` | the error's message |
///
/// Unknown attributes are omitted.
public struct TelemetryHook: EvaluationHook {
    private let value: @Sendable (EvaluationDetails<FlagValue>) -> FlagValue?
    private let emit: @Sendable (TelemetryHook.Event) -> Void

    /// Creates a hook.
    ///
    /// - Parameters:
    ///   - value: A closure that returns the part of a value to report, or `nil` for nothing (the default). It's called for
    ///     evaluations without a variant, because values can be large or confidential.
    ///   - emit: Called with each event, on the thread that reads the flag, outside all locks.
    public init(
        value: @escaping @Sendable (EvaluationDetails<FlagValue>) -> FlagValue? = { _ in nil },
        emit: @escaping @Sendable (TelemetryHook.Event) -> Void
    ) {
        self.value = value
        self.emit = emit
    }

    /// Emits the event.
    public func finally(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) {
        let attributes: [String: FlagValue?] = [
            "feature_flag.key": .string(evaluation.flagKey),
            "feature_flag.result.variant": details.variant.map(FlagValue.string),
            "feature_flag.result.value": details.variant == nil ? value(details) : nil,
            "feature_flag.result.reason": .string(details.reason.rawValue.lowercased()),
            "feature_flag.provider.name": .string(evaluation.providerName),
            "feature_flag.context.id": text(details.metadata["contextId"])
                ?? evaluation.context.key.map(FlagValue.string),
            "feature_flag.set.id": text(details.metadata["flagSetId"]),
            "feature_flag.version": text(details.metadata["version"]) ?? details.version.map { .string(String($0)) },
            "error.type": (details.error?.code.rawValue.lowercased()).map(FlagValue.string),
            "error.message": (details.error?.message).map(FlagValue.string),
        ]
        emit(TelemetryHook.Event("feature_flag.evaluation", attributes: attributes.compactMapValues(\.self)))
    }
    /// Returns an identifier as a string, even if the metadata contains a number.
    private func text(_ value: FlagValue?) -> FlagValue? {
        if case .string? = value { return value }
        return value.map { .string($0.description) }
    }
}
