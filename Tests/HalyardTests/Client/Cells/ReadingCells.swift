// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@testable import Halyard

extension FlagClient.Options {
    /// Options under which reads end in cells, which clients leave alone once any test of the process has declared flags.
    static var readingCells: FlagClient.Options {
        var options = FlagClient.Options()
        options.scopeGate = ScopeGate()
        return options
    }
}
