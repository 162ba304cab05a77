// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Logs the stages of every evaluation (OpenFeature, appendix A): before it, and after it or its failure.
///
/// ```swift
/// flags.addHooks(LoggingHook.standardError())
/// ```
/// A closure handles the entries; it runs inside the read and must be quick. An immutable value. For single events without
/// a line for each stage, see ``LineSink``.
public struct LoggingHook: EvaluationHook {
    /// What is logged at one stage.
    public struct Entry: Sendable, Hashable {
        /// The stages that are logged.
        public enum Stage: String, Sendable, Hashable {
            /// The flag is about to be looked up.
            case before
            /// It was looked up.
            case after
            /// The lookup, or a hook, failed.
            case error
        }

        /// The stage.
        public let stage: Stage
        /// What is known at the stage, under OpenFeature's names: `flag_key`, `default_value`, `value` and so on; what is
        /// not known is left out.
        public let fields: [String: FlagValue]

        /// The severity: an error at the stage of that name, otherwise informational.
        public var severity: Diagnostic.Severity { stage == .error ? .error : .info }
    }

    private let includesContext: Bool
    private let log: @Sendable (Entry) -> Void

    /// Makes a hook.
    ///
    /// - Parameters:
    ///   - includesContext: Whether an entry also holds the context; its private attributes are left out.
    ///   - log: Receives an entry, on the thread that reads the flag, outside of all locks.
    public init(includesContext: Bool = false, log: @escaping @Sendable (Entry) -> Void) {
        self.includesContext = includesContext
        self.log = log
    }

    /// A hook that writes each entry as a line to standard error, soon after the read and on a thread of its own.
    ///
    /// At most a thousand lines are queued; beyond that the oldest are lost.
    public static func standardError(includesContext: Bool = false) -> LoggingHook {
        LoggingHook(includesContext: includesContext, queue: .console())
    }

    init(includesContext: Bool, queue: WriteQueue<Entry>) {
        self.init(includesContext: includesContext) { queue.add($0) }
    }

    /// Logs that the flag is about to be looked up.
    public func before(_ evaluation: HookContext, _ data: inout HookData) {
        log(entry(.before, evaluation))
    }

    /// Logs the result of the lookup.
    public func after(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) {
        // A layer on top of the provider has answered in its place.
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
    /// One line, in the order of OpenFeature's table: `stage="before" provider_name="memory" flag_key="new-nav" …`.
    public var description: String {
        Self.names.compactMap { name in fields[name].map { "\(name)=\($0)".onOneLine } }.joined(separator: " ")
    }

    private static let names = [
        "stage", "domain", "provider_name", "flag_key", "default_value", "evaluation_context", "reason", "variant",
        "value", "error_code", "error_message",
    ]
}
