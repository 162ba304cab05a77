// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The client that a view's `flagOverrides` puts into its environment, kept from one redraw to the next.
@MainActor
final class PreviewClients {
    private var base: FlagClient?
    private var overrides: FlagOverrides?
    private var made: FlagClient?

    /// The client with some overrides over another client; the same object as long as that one is the same.
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
