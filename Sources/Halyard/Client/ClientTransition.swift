// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A change of a client's context, flags, mode, or requests that takes effect before the call returns.
///
/// For drop-in clients that wrap a ``FlagClient`` and whose methods don't wait.
package struct ClientTransition: Sendable {
    /// The flags that readers get until the provider publishes a new state.
    package enum InterimFlags: Sendable {
        /// The current flags.
        ///
        /// If the context changes, the client reports ``ProviderStatus/reconciling``.
        case unchanged
        /// The caller's default values.
        case defaults
        /// The current flags, except for flags bundled with the app (``FlagSet/LayerReport/bootstrapped``).
        case withoutBootstrap
        /// These flags, as if the provider had published them for the client's context.
        ///
        /// The provider resumes from them (``FlagRequest/resume``). If the flag set is for another context, the client
        /// ignores it and reports a diagnostic.
        case flagSet(FlagSet)
    }

    /// The effect of a change on the request to the provider.
    package enum Fetch: Sendable, Hashable {
        /// Keeps the request in progress, or restarts it if the context changes.
        case unchanged
        /// Requests flags from the provider again, and starts the client if it hasn't been started.
        ///
        /// If a running client's context changes, that is the cause instead (``FlagRequest/Cause/contextChanged(from:)``).
        case restart(FlagRequest.Cause)
        /// Stops requesting flags from the provider.
        ///
        /// The flags that it has published remain. Waiting callers get ``FlagClient/RequestOutcome/superseded``.
        case stop
    }

    /// The new evaluation context, or `nil` for no change.
    ///
    /// The client reports it to the sinks even if it equals the current context.
    package var context: EvaluationContext?
    /// The flags that readers get.
    package var interimFlags: InterimFlags
    /// A Boolean value that indicates whether the client can use the network, or `nil` for no change.
    package var isOnline: Bool?
    /// The effect on the request to the provider.
    package var fetch: Fetch

    /// Creates a change, which has no effect without arguments.
    package init(
        context: EvaluationContext? = nil, interimFlags: InterimFlags = .unchanged, isOnline: Bool? = nil,
        fetch: Fetch = .unchanged
    ) {
        self.context = context
        self.interimFlags = interimFlags
        self.isOnline = isOnline
        self.fetch = fetch
    }
}

extension FlagClient {
    /// Applies a change, which reads see when this method returns.
    ///
    /// Doesn't wait for the provider's response. Safe to call from any thread, but not while you hold a lock, because hooks
    /// of the app might run. A client that was shut down ignores changes.
    package func perform(_ change: ClientTransition) { beginTransition(change, in: lifecyclePhase)() }

    /// The app's phase, which the caller must read before it takes a lock.
    package var lifecyclePhase: LifecyclePhase { options.lifecycle?.phase ?? .foreground }

    /// Applies a change under the caller's lock, which determines the order of changes.
    ///
    /// Reads see the change when this method returns. Doesn't run any code of the app.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - phase: The app's phase (``lifecyclePhase``), in which a client starts.
    /// - Returns: The remaining work, which notifies sinks and observers. Call it after you release the lock.
    package func beginTransition(_ change: ClientTransition, in phase: LifecyclePhase) -> @Sendable () -> Void {
        let rest = beginTransaction { core in
            // After the start, the client follows the phases itself.
            if core.machine.phase == .created { core.isInBackground = phase != .foreground }
            core.isOnline = change.isOnline ?? core.isOnline
            return core.machine.perform(change, mode: core.mode)
        }
        return {
            rest()
            self.router.deliverSoon()
        }
    }
}
