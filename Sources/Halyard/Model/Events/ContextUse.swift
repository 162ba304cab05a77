// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A report that flags were read, or an event was tracked, for a context.
///
/// A vendor's sink uses it to describe the contexts that a server evaluates flags for. The same context can be reported again at any
/// time, so remember the described contexts, and limit their number.
public struct ContextUse: Sendable, Hashable {
    /// The context.
    public var context: EvaluationContext
    /// The time of the use.
    public var time: Instant

    /// Creates a report, for tests of sinks.
    public init(context: EvaluationContext, time: Instant) {
        self.context = context
        self.time = time
    }
}
