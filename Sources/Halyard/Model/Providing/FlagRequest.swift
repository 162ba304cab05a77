// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A client's request to its provider: the context, and the circumstances.
public struct FlagRequest: Sendable {
    /// The reason for a request.
    public enum Cause: Sendable, Hashable {
        /// The client was started.
        case start
        /// The app identified another context.
        case contextChanged(from: EvaluationContext)
        /// The app went online, offline, to the background, or to the foreground.
        case modeChanged
        /// The app requested fresh flags.
        case refresh
        /// The provider replaces another one.
        case swap
    }

    /// The sources that the provider can use for a response.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// The network can be used.
        case online
        /// The user doesn't see the app.
        ///
        /// Use the network sparingly, or not at all.
        case background
        /// The network must not be used.
        ///
        /// A cache, a bootstrap, and overrides are still available.
        case offline
    }

    /// The context that flags are requested for.
    public var context: EvaluationContext
    /// The sources that the provider can use.
    public var mode: Mode
    /// The reason for the request.
    public var cause: Cause
    /// The flag set that this provider last published for exactly this context, or `nil` if it never did.
    public var resume: FlagSet?

    /// Creates a request.
    public init(
        context: EvaluationContext, mode: Mode = .online, cause: Cause = .start, resume: FlagSet? = nil
    ) {
        self.context = context
        self.mode = mode
        self.cause = cause
        self.resume = resume
    }

    /// Returns the request for one of several combined providers, with the provider's own resume data.
    public func forChild(_ name: String) -> FlagRequest {
        var request = self
        request.resume = resume?.parts[name]
        return request
    }
}
