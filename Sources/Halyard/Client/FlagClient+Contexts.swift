// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// The flags of this moment, decided for a context: for a server, whose every request has its own.
    ///
    /// ```swift
    /// let view = flags.snapshot(for: .user("ada", ["plan": "gold"]))
    /// if view[.newNav] { show(view.int("limit", default: 10)) }  // one answer for the whole request
    /// ```
    /// Memory only, and synchronous. What holds for the client holds here: overrides, kill switch, hooks (with this context),
    /// exposures, explanations. Reads are counted together, for the kinds of the context and no one in particular; a context is not
    /// identified. The view stays as it is whatever arrives meanwhile, also after ``shutdown(within:)``.
    ///
    /// The provider must decide flags itself (``FlagRules``), or have the same for everyone, as a file has. Where it does neither,
    /// reads give the caller's default with ``ErrorCode/invalidContext``, and never the flags of someone else; see
    /// ``snapshot(for:within:)`` for such a provider. The client's own context costs what ``snapshot()`` does.
    public func snapshot(for context: EvaluationContext) -> FlagView { FlagView(published.view(for: context)) }
}
