// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A change of what a client serves and asks for, in effect when the call returns.
///
/// For the drop-in clients in front of a ``FlagClient``, whose methods do not wait.
package struct ClientTransition: Sendable {
    /// What readers get from now on, until the provider publishes something else.
    package enum InterimFlags: Sendable {
        /// What they get now; a client whose context changes says ``ProviderStatus/reconciling``.
        case unchanged
        /// The callers' defaults.
        case defaults
        /// What they get now, but for flags that the app ships (``FlagSet/LayerReport/bootstrapped``).
        case withoutBootstrap
        /// These flags, as if the provider had published them for the client's context: it resumes from them
        /// (``FlagRequest/resume``). Those of another context are left out and reported.
        case flagSet(FlagSet)
    }

    /// Whether the provider is asked again.
    package enum Fetch: Sendable, Hashable {
        /// The request in progress goes on, or begins again for another context.
        case unchanged
        /// The provider is asked anew; a client that was not started is started.
        ///
        /// In a client that runs, another context is the cause instead (``FlagRequest/Cause/contextChanged(from:)``).
        case restart(FlagRequest.Cause)
        /// The provider is not asked any more. What it has published stays, and callers that wait get
        /// ``FlagClient/RequestOutcome/superseded``.
        case stop
    }

    /// The context that flags are evaluated for from now on, reported to the sinks even if it is the same; nil for no change.
    package var context: EvaluationContext?
    /// What readers get from now on.
    package var interimFlags: InterimFlags
    /// Whether the client may use the network from now on; nil for no change.
    package var isOnline: Bool?
    /// Whether the provider is asked again.
    package var fetch: Fetch

    /// Makes a change; without arguments it changes nothing.
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
    /// Makes a change; when this returns, reads see it.
    ///
    /// The provider's answer is not waited for. Safe to call from any thread, without locks of the caller's: hooks of the app
    /// may run. A client that was shut down ignores changes.
    package func perform(_ change: ClientTransition) { beginTransition(change, in: lifecyclePhase)() }

    /// The app's phase, to be determined before the caller takes a lock.
    package var lifecyclePhase: LifecyclePhase { options.lifecycle?.phase ?? .foreground }

    /// Makes a change under a lock of the caller's, which decides the order of its changes; reads see it when this returns.
    ///
    /// Runs no code of the app.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - phase: The app's phase (``lifecyclePhase``), with which a client starts.
    /// - Returns: What is left to do, to be called once the lock is released: sinks and observers learn of the change.
    package func beginTransition(_ change: ClientTransition, in phase: LifecyclePhase) -> @Sendable () -> Void {
        let rest = begin { core in
            // Afterwards the client follows the phases itself.
            if core.machine.phase == .created { core.isInBackground = phase != .foreground }
            core.isOnline = change.isOnline ?? core.isOnline
            return core.machine.take(change, mode: core.mode)
        }
        return {
            rest()
            self.router.deliverSoon()
        }
    }
}
