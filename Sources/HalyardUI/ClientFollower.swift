// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Something on the main actor that follows a client's updates for as long as it lives.
@MainActor
protocol ClientFollower: AnyObject {}

extension ClientFollower {
    /// Calls a handler with the present state, then with each change; ends with the object, or with the client.
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
