// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// An empty store of snapshots that has a fault.
package struct FailingStore: FlagStore {
    package enum Fault: String, Error, CustomStringConvertible {
        /// Nothing can be saved.
        case full = "the disk is full"
        /// Nothing works.
        case broken = "no luck"
        /// Nothing can be saved, and no load returns until its task is cancelled.
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
