// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagSnapshot {
    /// The parts of a snapshot that differ if it's for a context other than the client's.
    @usableFromInline
    final class OtherContext: Sendable {
        let context: EvaluationContext
        /// The provider's flags for the context.
        let providerFlags: ContextFlags
        /// The flags that reads see: the provider's flags with the overrides and the kill switch.
        let flags: ContextFlags
        /// The kinds of the context, under which reads are counted.
        let served: ServedContext
        let source: Source
        /// The sinks that have received the context, or `nil` if none requires it.
        let uses: ContextUses?

        /// The source of the flags.
        indirect enum Source: Sendable {
            /// The client evaluates them itself, or has no flags.
            case client
            /// A service responded.
            ///
            /// If there's an error, the response can be out of date.
            case service(FlagSet, FlagError?)
            /// The snapshot has no flags, although the client has flags.
            case missing(FlagError)
        }

        /// - Parameter flags: The flags that reads see, if they exist already.
        fileprivate init(
            _ context: EvaluationContext, of published: Published, _ providerFlags: ContextFlags,
            layered flags: ContextFlags? = nil, source: Source = .client
        ) {
            self.context = context
            self.providerFlags = providerFlags
            self.flags = flags ?? providerFlags.below(published.layers.forced)
            self.source = source
            uses = published.evaluator.reportsContexts ? ContextUses() : nil
            let isOfSameKinds = context.hasSameKinds(as: published.kinds.context)
            served = isOfSameKinds ? published.kinds : published.evaluator.router.kinds.object(for: context)
        }
    }

    /// Creates a snapshot for the client's context.
    init(_ published: Published) {
        self.published = published
        other = nil
    }

    /// Creates a snapshot for a context whose flags the client evaluates itself.
    ///
    /// If the client can't evaluate them, the snapshot has no flags, and its state contains the reason.
    init(_ published: Published, for context: EvaluationContext) {
        self.published = published
        let flagSet = published.state.flagSet
        if context == published.served.context, flagSet != nil {
            other = nil
        } else if let ruleSet = published.ruleSet {
            other = OtherContext(context, of: published, ContextFlags(DecidedFlags(ruleSet, for: context)))
        } else if let flagSet, flagSet.isForEveryContext {
            other = OtherContext(context, of: published, flagSet.flags, layered: published.flags)
        } else {
            let hasFlags = flagSet != nil
            other = OtherContext(
                context, of: published, .none,
                source: hasFlags ? .missing(.decidesElsewhere(published.state.provider)) : .client)
        }
    }

    /// Creates a snapshot of a service's response, for the context of the response.
    ///
    /// - Parameter error: The reason that the response can be out of date.
    init(_ published: Published, answer: FlagSet, error: FlagError?) {
        self.published = published
        other = OtherContext(answer.context, of: published, answer.flags, source: .service(answer, error))
    }

    /// Creates a snapshot without flags for a context, with the reason.
    init(_ published: Published, for context: EvaluationContext, refusal: FlagError) {
        self.published = published
        other = OtherContext(context, of: published, .none, source: .missing(refusal))
    }
}
