// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A provider's whole state at one moment; never a difference from an earlier state.
public struct ProviderState: Sendable {
    /// How well the provider can answer.
    public var status: ProviderStatus
    /// The flags; nil for "as before".
    public var flagSet: FlagSet?
    /// What is wrong; nil when nothing is.
    public var error: FlagError?
    /// Whether the authoritative source has answered this request, so that no caller needs to wait any longer.
    ///
    /// Flags from a cache are published with `false`: they are visible at once, while callers still wait for the network.
    public var isAnswer: Bool

    /// Makes a state.
    public init(_ status: ProviderStatus, _ flagSet: FlagSet? = nil, error: FlagError? = nil, isAnswer: Bool) {
        self.status = status
        self.flagSet = flagSet
        self.error = error
        self.isAnswer = isAnswer
    }

    /// The authoritative source refused to answer, for this reason; flags that were published before stay.
    ///
    /// That is no failure of the network: flags that a policy holds back for that case are not served.
    public static func refused(_ error: FlagError) -> ProviderState {
        ProviderState(.stale, error: error, isAnswer: true)
    }

    var isRefusal: Bool { error != nil && flagSet == nil && isAnswer }

    /// The authoritative source answered with these flags.
    public static func ready(_ flagSet: FlagSet) -> ProviderState {
        ProviderState(.ready, flagSet, isAnswer: true)
    }

    /// There are flags, but they may be out of date, and a better answer may still come.
    public static func stale(_ flagSet: FlagSet? = nil, error: FlagError? = nil) -> ProviderState {
        ProviderState(.stale, flagSet, error: error, isAnswer: false)
    }

    /// The client is offline: flags that there are for the context may be out of date, and without any it is an error.
    public static func offline(_ request: FlagRequest) -> ProviderState {
        if request.resume != nil { return .stale() }
        return .failed(
            FlagError(
                .providerNotReady,
                "The client is offline, and there are no flags for this context. Go online, or ship flags with a bootstrap."
            ))
    }

    /// The provider failed for now.
    ///
    /// The flags in place stay, and are stale.
    public static func failed(_ error: FlagError) -> ProviderState {
        ProviderState(error.code == .providerFatal ? .fatal : .error, error: error, isAnswer: false)
    }

    /// The state with the status of a failure that can pass: stale with flags, otherwise an error.
    ///
    /// Providers publish failures without a look at the flags in place.
    ///
    /// - Parameter flags: The flags in place, including those of this state.
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
