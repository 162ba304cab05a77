// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A client's request to its provider: flags for a context, and the circumstances.
public struct FlagRequest: Sendable {
    /// Why the provider is asked.
    public enum Cause: Sendable, Hashable {
        /// The client was started.
        case start
        /// The app identified another context.
        case contextChanged(from: EvaluationContext)
        /// The app went online, offline, to the background or back.
        case modeChanged
        /// The app asked for fresh flags.
        case refresh
        /// The provider takes over from another one.
        case swap
    }

    /// Which sources the provider may use for an answer.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// The network may be used.
        case online
        /// The user does not see the app: use the network sparingly, or not at all.
        case background
        /// The network must not be used; a cache, a bootstrap and overrides still answer.
        case offline
    }

    /// The context that flags are requested for.
    public var context: EvaluationContext
    /// Which sources the provider may use.
    public var mode: Mode
    /// Why the provider is asked.
    public var cause: Cause
    /// What this provider last published for exactly this context; nil if it never did.
    public var resume: FlagSet?

    /// Makes a request.
    public init(
        context: EvaluationContext, mode: Mode = .online, cause: Cause = .start, resume: FlagSet? = nil
    ) {
        self.context = context
        self.mode = mode
        self.cause = cause
        self.resume = resume
    }

    /// The request as one of several combined providers sees it: with its own resume data.
    public func forPart(_ name: String) -> FlagRequest {
        var request = self
        request.resume = resume?.parts[name]
        return request
    }
}
