// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport

extension TransportError {
    /// Creates the error for a request that a provider couldn't create.
    init(preparing error: any Error) {
        self = error as? TransportError ?? TransportError(.other, "The request can't be created: \(error)")
    }
}
