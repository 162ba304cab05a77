// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// An object on the main actor that follows a client's updates as long as it exists.
@MainActor
protocol ClientFollower: AnyObject {}

extension ClientFollower {
    /// Calls a handler with the current state and each change, until the object is released or the client is shut down.
    @discardableResult
    func follow(
        _ updates: FlagSequence<FlagUpdate>.Iterator, _ handler: @escaping @MainActor (Self, FlagUpdate) -> Void
    ) -> Task<Void, Never> {
        Task { @MainActor [weak self] in
            var updates = updates
            while let update = await updates.next() {
                guard let self, !Task.isCancelled else { return }
                handler(self, update)
            }
        }
    }
}
