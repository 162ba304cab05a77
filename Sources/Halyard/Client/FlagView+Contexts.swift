// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagView {
    /// The differences between a view for another context and one for the client's own.
    @usableFromInline
    final class OtherContext: Sendable {
        let context: EvaluationContext
        /// The provider's flags for the context.
        let providerFlags: ContextFlags
        /// The flags that reads see: the provider's, with the overrides and the kill switch.
        let flags: ContextFlags
        /// The kinds of the context, under which reads are counted.
        let served: ServedContext
        /// A service's answer for the context.
        ///
        /// Nil if the client evaluates the flags itself, or has none.
        let answer: FlagSnapshot?
        /// The reason why the answer can be out of date, or why the view has no flags although the client has some.
        let error: FlagError?

        /// - Parameter flags: The flags that reads see, if they exist already.
        fileprivate init(
            _ context: EvaluationContext, of published: Published, _ providerFlags: ContextFlags,
            layered flags: ContextFlags? = nil, answer: FlagSnapshot? = nil, error: FlagError? = nil
        ) {
            self.context = context
            self.providerFlags = providerFlags
            self.flags = flags ?? providerFlags.below(published.layers.forced)
            self.answer = answer
            self.error = error
            let isOfSameKinds = context.hasSameKinds(as: published.kinds.context)
            served = isOfSameKinds ? published.kinds : published.evaluator.router.kinds(of: context)
        }
    }

    /// Creates a view for the client's context.
    init(_ published: Published) {
        self.published = published
        other = nil
    }

    /// Creates a view for a context whose flags the client evaluates itself.
    ///
    /// If it can't, the view has no flags, and its state has the reason.
    init(_ published: Published, for context: EvaluationContext) {
        self.published = published
        let snapshot = published.state.snapshot
        if context == published.served.context, snapshot != nil {
            other = nil
        } else if let ruleSet = published.ruleSet {
            other = OtherContext(context, of: published, ContextFlags(DecidedFlags(ruleSet, for: context)))
        } else if let snapshot, snapshot.isForEveryContext {
            other = OtherContext(context, of: published, snapshot.flags, layered: published.flags)
        } else {
            let refusal = snapshot.map { _ in FlagError.decidesElsewhere(published.state.provider) }
            other = OtherContext(context, of: published, .none, error: refusal)
        }
    }

    /// Creates a view of a service's answer, for the context of the answer.
    ///
    /// - Parameter error: The reason why the answer can be out of date.
    init(_ published: Published, answer: FlagSnapshot, error: FlagError?) {
        self.published = published
        other = OtherContext(answer.context, of: published, answer.flags, answer: answer, error: error)
    }

    /// Creates a view without flags for a context, with the reason.
    init(_ published: Published, for context: EvaluationContext, refusal: FlagError) {
        self.published = published
        other = OtherContext(context, of: published, .none, error: refusal)
    }
}
