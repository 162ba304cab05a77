// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// How ``FlagClient/start(within:until:)`` ended.
    public enum StartResult: Sendable, Hashable {
        /// The provider answered: reads serve its flags.
        case ready
        /// The provider has not answered, but there are flags from a cache or a bootstrap; the error says what is missing.
        case cached(FlagError)
        /// Reads serve the callers' defaults for the given reason, because the client has no flags.
        case defaults(FlagError)
    }
}

extension FlagClient.StartResult: CustomStringConvertible {
    /// A sentence for the app's developer: what reads serve, why, and what to do about it.
    public var description: String {
        switch self {
        case .ready: "The provider's flags are in place."
        case .cached(let error):
            "Older flags are served, and not the provider's (\(error)). " + Self.outlook(error)
        case .defaults(FlagClient.ended): "Defaults are served. \(FlagClient.ended.message)"
        case .defaults(let error): "Defaults are served, because there are no flags (\(error)). " + Self.outlook(error)
        }
    }

    private static func outlook(_ error: FlagError) -> String {
        error.code == .providerFatal
            ? "The provider does not try again: fix what the error says, then call refresh()."
            : "The client goes on trying; its diagnostics say more."
    }
}

extension FlagClient {
    /// How a request to the provider ended, such as a change of context.
    public enum RequestOutcome: Sendable, Hashable {
        /// The provider answered: what was asked for is in place.
        case completed
        /// A later request took over; its caller gets the answer.
        case superseded
        /// The provider failed; it may keep trying.
        case failed(FlagError)
        /// The deadline came first; the client keeps trying.
        case timedOut
        /// The calling task was cancelled; the client keeps trying.
        case cancelled
        /// The client was not started yet. What was asked for is stored, and ``FlagClient/start(within:until:)`` uses it.
        case notStarted
        /// The client is shut down.
        case shutDown
    }
}

extension FlagClient {
    /// What a caller waits for.
    public enum WaitCondition: Sendable, Hashable {
        /// Any flags for the context, from a cache or a bootstrap, for example.
        ///
        /// A failure ends the wait as well.
        case anyFlags
        /// The answer of the authoritative source.
        ///
        /// A failure ends the wait as well.
        case freshFlags
        /// Any flags for the context, even after failed attempts.
        ///
        /// Ends without flags only when the provider has given up. Choose a deadline that your users accept.
        case firstFlags
    }
}

extension FlagClient {
    /// What happens to the flags that are in place when the context changes.
    public enum ContextChangePolicy: Sendable, Hashable {
        /// They stay until the provider answers for the new context.
        ///
        /// If it fails instead, they stay for the same identity (the same kinds and keys) and are dropped for another one. While it
        /// does not answer at all, another identity's flags stay for ``FlagClient/Options/contextChangeLimit``: choose
        /// ``clearFlags`` where no one may ever see another user's flags.
        case keepFlags
        /// They are dropped at once; reads serve the callers' defaults until flags for the new context arrive.
        case clearFlags
    }
}
