// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A hook that logs each evaluation before it starts, and after it succeeds or fails (OpenFeature, appendix A).
///
/// ```swift
/// flags.addHooks(LoggingHook.standardError())
/// ```
/// A closure handles the entries. It runs inside the read and must be quick. The hook is immutable. To log single events
/// without a line for each stage, use ``LineSink``.
public struct LoggingHook: EvaluationHook {
    /// A log entry for one stage.
    public struct Entry: Sendable, Hashable {
        /// The stage of an evaluation.
        public enum Stage: String, Sendable, Hashable {
            /// Before the lookup of the flag.
            case before
            /// After the lookup of the flag.
            case after
            /// After a failure of the lookup or of a hook.
            case error
        }

        /// The stage.
        public let stage: Stage
        /// The fields under OpenFeature's names, such as `flag_key`, `default_value`, or `value`.
        ///
        /// Unknown fields are omitted.
        public let fields: [String: FlagValue]

        /// The severity, which is an error for the error stage and informational for the other stages.
        public var severity: Diagnostic.Severity { stage == .error ? .error : .info }
    }

    private let includesContext: Bool
    private let log: @Sendable (Entry) -> Void

    /// Creates a hook.
    ///
    /// - Parameters:
    ///   - includesContext: A Boolean value that indicates whether entries contain the context, without its private
    ///     attributes.
    ///   - log: Called with each entry, on the thread that reads the flag, outside all locks.
    public init(includesContext: Bool = false, log: @escaping @Sendable (Entry) -> Void) {
        self.includesContext = includesContext
        self.log = log
    }

    /// Returns a hook that writes each entry as a line to standard error, soon after the read and on a separate thread.
    ///
    /// At most 1,000 lines are queued. If there are more, the oldest lines are lost.
    public static func standardError(includesContext: Bool = false) -> LoggingHook {
        LoggingHook(includesContext: includesContext, queue: .console())
    }

    init(includesContext: Bool, queue: WriteQueue<Entry>) {
        self.init(includesContext: includesContext) { queue.add($0) }
    }

    /// Logs an entry before the lookup of the flag.
    public func before(_ evaluation: HookContext, _ data: inout HookData) {
        log(entry(.before, evaluation))
    }

    /// Logs the result of the lookup.
    public func after(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) {
        // A layer above the provider provided the value.
        let provider = details.origin.isForced ? details.origin.kind.rawValue : evaluation.providerName
        log(
            entry(
                .after, evaluation,
                [
                    "reason": .string(details.reason.rawValue), "variant": details.variant.map(FlagValue.string),
                    "value": details.value,
                ], provider: provider))
    }

    /// Logs the error.
    public func error(_ evaluation: HookContext, _ error: FlagError, _ data: inout HookData) {
        log(
            entry(
                .error, evaluation,
                ["error_code": .string(error.code.rawValue), "error_message": .string(error.message)]))
    }

    private func entry(
        _ stage: Entry.Stage, _ evaluation: HookContext, _ more: [String: FlagValue?] = [:], provider: String? = nil
    ) -> Entry {
        var fields = more
        fields["stage"] = .string(stage.rawValue)
        fields["domain"] = evaluation.clientName.map(FlagValue.string)
        fields["provider_name"] = .string(provider ?? evaluation.providerName)
        fields["flag_key"] = .string(evaluation.flagKey)
        fields["default_value"] = evaluation.defaultValue
        fields["evaluation_context"] =
            includesContext ? EventRecord.ContextDetail.attributes.json(evaluation.context) : nil
        return Entry(stage: stage, fields: fields.compactMapValues(\.self))
    }
}

extension LoggingHook.Entry: CustomStringConvertible {
    /// The fields on one line, in the order of OpenFeature's table:
    /// `stage="before" provider_name="memory" flag_key="new-nav" …`.
    public var description: String {
        Self.names.compactMap { name in fields[name].map { "\(name)=\($0)".onOneLine } }.joined(separator: " ")
    }

    private static let names = [
        "stage", "domain", "provider_name", "flag_key", "default_value", "evaluation_context", "reason", "variant",
        "value", "error_code", "error_message",
    ]
}
