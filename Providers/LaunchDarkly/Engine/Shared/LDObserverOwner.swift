// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Whose life an observation shares; held weakly.
///
/// A value such as a `String` as an owner is boxed, and its box may be let go at once: keep it in a constant of type
/// `LDObserverOwner` for as long as the observation shall last, or keep the ``LDObservation`` and ignore the owner.
public typealias LDObserverOwner = AnyObject & Sendable

/// Called on the main thread when an update left all flags as they were.
public typealias LDFlagsUnchangedHandler = @MainActor @Sendable () -> Void

/// Gets another connection mode, on the main thread.
public typealias LDConnectionModeChangedHandler =
    @MainActor @Sendable (ConnectionInformation.ConnectionMode) -> Void
