// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// An empty store of snapshots that fails.
package struct FailingStore: FlagStore {
    package enum Fault: String, Error, CustomStringConvertible {
        /// Saving fails.
        case full = "the disk is full"
        /// Every operation fails.
        case broken = "no luck"
        /// Saving fails, and loading doesn't return until its task is canceled.
        case silent = "the disk is gone"

        package var description: String { rawValue }
    }

    private let fault: Fault

    package init(_ fault: Fault) { self.fault = fault }

    package func load(_ key: StoreKey) async throws -> [UInt8]? {
        if fault == .silent { for await _ in AsyncStream<Never>.makeStream().stream {} }
        try failIfBroken()
        return nil
    }

    package func save(_ bytes: [UInt8], as key: StoreKey) async throws { throw fault }

    package func delete(_ key: StoreKey) async throws { try failIfBroken() }

    package func keys(in scope: StoreKey.Scope) async throws -> [StoreKey] {
        try failIfBroken()
        return []
    }

    private func failIfBroken() throws { if fault == .broken { throw fault } }
}
