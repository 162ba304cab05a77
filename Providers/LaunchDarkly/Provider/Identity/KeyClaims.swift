// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// A coordinator that lets one of several threads that find no key choose the stored key.
///
/// You can use it from any thread. It is for storage that is read and written in memory, and whose writes run the app's code
/// (observers of the user defaults). For this reason, it never reads or writes under the lock.
package final class KeyClaims: Sendable {
    /// A storage location for a key.
    package struct Place {
        package var read: () -> String?
        package var write: (String) -> Void
        /// Returns a Boolean value that indicates whether an empty read means that there is no key.
        package var isReadable: () -> Bool

        package init(
            read: @escaping () -> String?, write: @escaping (String) -> Void, isReadable: @escaping () -> Bool
        ) {
            (self.read, self.write, self.isReadable) = (read, write, isReadable)
        }
    }

    private let claimed = Lock<[String: String]>([:])

    package init() {}

    /// Returns the key of a place, or a new key, which is then stored there.
    ///
    /// - Throws: ``LaunchDarklyKeyUnavailable`` if there is no key and the place isn't readable yet, or an error from `newKey`.
    package func key(_ id: String, in place: Place, orKeeping newKey: () throws -> String) throws -> String {
        if let key = place.read(), !key.isEmpty { return key }
        guard place.isReadable() else {
            throw LaunchDarklyKeyUnavailable("the device has not been unlocked since it started")
        }
        let drawn = try newKey()
        let (key, isFirst) = claimed.withLock { claimed in
            if let key = claimed[id] { return (key, false) }
            claimed[id] = drawn
            return (drawn, true)
        }
        if isFirst { place.write(key) }
        return key
    }

    /// Forgets the claim, so that the next key is a new one.
    package func remove(_ id: String) { claimed.withLock { _ = $0.removeValue(forKey: id) } }
}
