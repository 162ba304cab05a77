// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An object that accompanies a client for as long as it lives, such as the configuration that it was made from.
protocol ClientCompanion: AnyObject, Sendable {
    /// The client has asked its provider, the first time or again; called without a lock.
    func clientStarted(_ client: FlagClient)

    /// The client was shut down or released; may be called several times, without a lock.
    func clientEnded()
}
