// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

extension FlagClient {
    /// The result of ``FlagClient/start(within:until:)``.
    public enum StartResult: Sendable, Hashable {
        /// The provider responded, and reads serve its flags.
        case ready
        /// The provider hasn't responded, but there are flags from a cache or a bootstrap file.
        ///
        /// The error explains the missing response.
        case cached(FlagError)
        /// Reads serve the caller's default values for the given reason, because the client has no flags.
        case defaults(FlagError)
    }
}

extension FlagClient.StartResult: CustomStringConvertible {
    /// A message for the app's developer: the flags that reads serve, the reason, and the next step.
    public var description: String {
        switch self {
        case .ready: "The provider's flags are in place."
        case .cached(let error):
            "Older flags are served instead of the provider's. \("\(error)".asSentence) " + Self.outlook(error)
        case .defaults(FlagClient.ended): "Default values are served. \(FlagClient.ended.message)"
        case .defaults(let error):
            "Default values are served, because there are no flags. \("\(error)".asSentence) " + Self.outlook(error)
        }
    }

    private static func outlook(_ error: FlagError) -> String {
        error.code == .providerFatal
            ? "The provider doesn't retry. Fix the error, then call refresh()."
            : "The client continues to retry. Check its diagnostics for details."
    }
}

extension FlagClient {
    /// The outcome of a request to the provider, such as a context change.
    public enum RequestOutcome: Sendable, Hashable {
        /// The provider responded, and the request has taken effect.
        case completed
        /// A later request took over, and its caller gets the response.
        case superseded
        /// The provider failed, but it might continue to retry.
        case failed(FlagError)
        /// The deadline passed, but the client continues to retry.
        case timedOut
        /// The calling task was canceled, but the client continues to retry.
        case cancelled
        /// The client hasn't been started.
        ///
        /// The request is stored, and ``FlagClient/start(within:until:)`` uses it.
        case notStarted
        /// The client is shut down.
        case shutDown
    }
}

extension FlagClient {
    /// The condition that ends a wait.
    public enum WaitCondition: Sendable, Hashable {
        /// Any flags for the context, such as flags from a cache or a bootstrap file.
        ///
        /// A failure also ends the wait.
        case anyFlags
        /// The response of the authoritative source.
        ///
        /// A failure also ends the wait.
        case freshFlags
        /// Any flags for the context, even after failed attempts.
        ///
        /// The wait ends without flags only if the provider has given up. Choose a deadline that your users accept.
        case firstFlags
    }
}

extension FlagClient {
    /// The handling of the current flags when the context changes.
    public enum ContextChangePolicy: Sendable, Hashable {
        /// Keeps the flags until the provider responds for the new context.
        ///
        /// If the provider fails, the client keeps the flags for the same identity (the same kinds and keys), and drops them
        /// for another identity. If the provider doesn't respond at all, another identity's flags remain for
        /// ``FlagClient/Options/contextChangeLimit``. Choose ``clearFlags`` if no user must ever see another user's flags.
        case keepFlags
        /// Drops the flags immediately, so that reads serve the caller's default values until the new context's flags arrive.
        case clearFlags
    }
}
