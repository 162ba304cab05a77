// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Combine)
    public import Combine
    import Halyard

    extension UnleashClientBase: ObservableObject {
        /// Tells observers, on the main actor, of each change of flags.
        func publishChanges() {
            let changes = halyard.changes
            Task { @MainActor [weak self] in
                for await _ in changes { self?.objectWillChange.send() }
            }
        }
    }
#else
    extension UnleashClientBase {
        /// There is nothing to publish to.
        func publishChanges() {}
    }
#endif
