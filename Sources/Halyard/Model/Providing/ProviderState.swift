// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A provider's complete state at one time, never a difference from an earlier state.
public struct ProviderState: Sendable {
    /// The provider's current ability to serve flags.
    public var status: ProviderStatus
    /// The flags, or `nil` if they didn't change.
    public var flagSet: FlagSet?
    /// The error, or `nil` if there is none.
    public var error: FlagError?
    /// A Boolean value that indicates whether the authoritative source has responded, so that no caller needs to wait any longer.
    ///
    /// Flags from a cache are published with `false`. They are visible immediately, and callers still wait for the network.
    public var isAnswer: Bool

    /// Creates a state.
    public init(_ status: ProviderStatus, _ flagSet: FlagSet? = nil, error: FlagError? = nil, isAnswer: Bool) {
        self.status = status
        self.flagSet = flagSet
        self.error = error
        self.isAnswer = isAnswer
    }

    /// Returns the state after the authoritative source rejected the request for this reason.
    ///
    /// Flags that were published before remain. A rejection isn't a network failure, so flags that a policy serves only
    /// after a network failure aren't served. The status is ``ProviderStatus/fatal`` if the error's code is
    /// ``ErrorCode/providerFatal``.
    public static func refused(_ error: FlagError) -> ProviderState {
        ProviderState(error.code == .providerFatal ? .fatal : .stale, error: error, isAnswer: true)
    }

    var isRefusal: Bool { error != nil && flagSet == nil && isAnswer }

    /// Returns the state after the authoritative source responded with these flags.
    public static func ready(_ flagSet: FlagSet) -> ProviderState {
        ProviderState(.ready, flagSet, isAnswer: true)
    }

    /// Returns the state with flags that might be out of date, if a better response can still arrive.
    public static func stale(_ flagSet: FlagSet? = nil, error: FlagError? = nil) -> ProviderState {
        ProviderState(.stale, flagSet, error: error, isAnswer: false)
    }

    /// Returns the state of an offline client.
    ///
    /// Flags for the context might be out of date. If there are none, it's an error.
    public static func offline(_ request: FlagRequest) -> ProviderState {
        if request.resume != nil { return .stale() }
        return .failed(
            FlagError(
                .providerNotReady,
                "The client is offline and has no flags for this context. Go online, or add bootstrap flags."))
    }

    /// Returns the state after a temporary failure.
    ///
    /// The current flags remain, and are stale.
    public static func failed(_ error: FlagError) -> ProviderState {
        ProviderState(error.code == .providerFatal ? .fatal : .error, error: error, isAnswer: false)
    }

    /// Returns the state with the status of a temporary failure: stale if there are flags, otherwise an error.
    ///
    /// Providers publish failures without considering the current flags.
    ///
    /// - Parameter flags: The current flags, including the flags of this state.
    func fitting(_ flags: FlagSet?) -> ProviderState {
        guard error != nil, status <= .error else { return self }
        var state = self
        if flags == nil {
            state.status = .error
        } else if status == .error, flagSet == nil, flags?.servesFlags == true {
            state.status = .stale
        }
        return state
    }
}
