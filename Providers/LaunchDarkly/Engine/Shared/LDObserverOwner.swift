// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The owner whose lifetime bounds an observation; held weakly.
///
/// An owner that is a value, such as a `String`, is boxed, and its box may be released at once: keep it in a constant
/// of type `LDObserverOwner` for as long as the observation should last, or keep the ``LDObservation`` and ignore the
/// owner.
public typealias LDObserverOwner = AnyObject & Sendable

/// Called on the main thread when an update left all flags unchanged.
public typealias LDFlagsUnchangedHandler = @MainActor @Sendable () -> Void

/// Receives a new connection mode, on the main thread.
public typealias LDConnectionModeChangedHandler =
    @MainActor @Sendable (ConnectionInformation.ConnectionMode) -> Void
