// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The owner of an observation, which limits the observation's lifetime.
///
/// The owner is referenced weakly. An owner that is a value, such as a `String`, is boxed, and its box might be released
/// immediately. Store it in a constant of type `LDObserverOwner` for as long as the observation should last, or store the
/// ``LDObservation`` and ignore the owner.
public typealias LDObserverOwner = AnyObject & Sendable

/// Called on the main thread when an update doesn't change any flag.
public typealias LDFlagsUnchangedHandler = @MainActor @Sendable () -> Void

/// Called on the main thread with a new connection mode.
public typealias LDConnectionModeChangedHandler =
    @MainActor @Sendable (ConnectionInformation.ConnectionMode) -> Void
