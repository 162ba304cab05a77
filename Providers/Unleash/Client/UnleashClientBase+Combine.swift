// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Combine)
    public import Combine
    import Halyard

    extension UnleashClientBase: ObservableObject {
        /// Sends `objectWillChange` on the main actor after each change of flags.
        ///
        /// After, not before: flags are in place for every thread before the main actor runs.
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
