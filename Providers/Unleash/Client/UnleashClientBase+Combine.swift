// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Combine)
    public import Combine
    import Halyard

    extension UnleashClientBase: ObservableObject {
        /// Sends `objectWillChange` on the main actor after each change of flags.
        ///
        /// It doesn't send it before the change, because every thread can read the new flags before the main actor runs.
        func publishChanges() {
            let changes = halyard.changes
            Task { @MainActor [weak self] in
                for await _ in changes { self?.objectWillChange.send() }
            }
        }
    }
#else
    extension UnleashClientBase {
        /// Does nothing, because Combine isn't available.
        func publishChanges() {}
    }
#endif
