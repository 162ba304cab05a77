// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The state and the flags behind a snapshot.
extension FlagSnapshot {
    /// The status, the flags, and the error at the time of the snapshot.
    public var state: FlagClient.State {
        guard let other else { return published.state }
        var state = published.state
        state.context = other.context
        state.flagSet = flagSet
        state.error = error
        if case .service(_, let error) = other.source { state.status = error == nil ? .ready : .stale }
        return state
    }

    /// The provider's flags for the snapshot's context, with all their data.
    var flagSet: FlagSet? {
        guard let other else { return published.state.flagSet }
        switch other.source {
        // A combination keeps a flag's first result with the snapshot's flags.
        case .client: return published.state.flagSet?.deciding(for: other.context, as: other.providerFlags)
        case .service(let answer, _): return answer
        case .missing: return nil
        }
    }

    /// The reason that the snapshot has no flags, although the client has flags.
    var refusal: FlagError? {
        if case .missing(let error)? = other?.source { error } else { nil }
    }

    /// The reason that flags are missing or can be out of date.
    var error: FlagError? {
        switch other?.source {
        case .service(_, let error): error
        case .missing(let error): error
        case .client, nil: published.state.error
        }
    }

    /// A Boolean value that indicates whether the provider has flags for the snapshot's context.
    var hasFlags: Bool {
        switch other?.source {
        case .service: true
        case .missing: false
        case .client, nil: published.state.flagSet != nil
        }
    }

    /// A Boolean value that indicates whether at least one flag can expire.
    var mayExpire: Bool {
        if case .service? = other?.source { false } else { published.mayExpire }
    }

    /// The context that the provider's flags were evaluated for, if the client's own flags haven't arrived.
    var previousContext: EvaluationContext? {
        let state = published.state
        guard other == nil, let context = state.flagSet?.context, context != state.context else { return nil }
        return context
    }

    /// The context of the flags.
    var servedContext: EvaluationContext { other?.context ?? published.served.context }
    /// The context under which reads are counted.
    ///
    /// For a context other than the client's, it has only the kinds.
    var served: ServedContext { other?.served ?? published.served }

    /// The sinks that have received the context, or `nil` if none requires it.
    var uses: ContextUses? { if let other { other.uses } else { published.uses } }

    /// The provider's flags.
    var providerFlags: ContextFlags { other?.providerFlags ?? ContextFlags(published.layers[.provider]) }

    /// Returns the flag that a read sees, as if the kill switch hadn't expired.
    func flag(_ name: String, hash: UInt64) -> EvaluatedFlag? {
        // Don't copy the flags, because a copy would count references.
        if let other { return other.flags.flag(name, hash: hash) }
        return published.flags.flag(name, hash: hash)
    }

    /// Returns the flag that a read sees at a given time, without the kill switch if it has expired.
    func flag(_ name: String, hash: UInt64, at now: () -> Instant) -> EvaluatedFlag? {
        guard let flag = flag(name, hash: hash) else { return nil }
        guard let expiry = published.killSwitchExpiry, flag.origin == .killSwitch, now() >= expiry else { return flag }
        return published.layers.flag(name, hash: hash, in: FlagLayer.overrides)?.flag
            ?? providerFlags.flag(name, hash: hash)
    }

    /// Returns all flags that reads see at a given time.
    func table(at now: () -> Instant) -> FlagTable {
        guard let expiry = published.killSwitchExpiry, now() >= expiry else {
            return (other?.flags ?? published.flags).table
        }
        return providerFlags.below(published.layers.forcedByOverrides).table
    }
}
