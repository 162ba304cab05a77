// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The storage for the client that a view's `flagOverrides` adds to the environment, between redraws.
@MainActor
final class PreviewClients {
    private var base: FlagClient?
    private var overrides: FlagOverrides?
    private var made: FlagClient?

    /// Returns a client with overrides on top of another client.
    ///
    /// It is the same object as long as the other client is the same.
    func client(_ overrides: FlagOverrides, over base: FlagClient?) -> FlagClient {
        if let made, self.base === base {
            if self.overrides != overrides { made.force(overrides) }
            self.overrides = overrides
            return made
        }
        let client = FlagClient.preview(overrides, over: base)
        (self.base, self.overrides, made) = (base, overrides, client)
        return client
    }
}
