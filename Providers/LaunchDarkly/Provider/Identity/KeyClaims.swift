// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// Lets one of several threads that find no key decide which one is kept; safe to use from any thread.
///
/// For places that are read and written in memory, and whose writes run the app's code (observers of the user
/// defaults); so nothing is read or written under the lock.
package final class KeyClaims: Sendable {
    /// A place where keys are kept.
    package struct Place {
        package var read: () -> String?
        package var write: (String) -> Void
        /// Whether reading nothing means that there is no key.
        package var isReadable: () -> Bool

        package init(
            read: @escaping () -> String?, write: @escaping (String) -> Void, isReadable: @escaping () -> Bool
        ) {
            (self.read, self.write, self.isReadable) = (read, write, isReadable)
        }
    }

    private let claimed = Lock<[String: String]>([:])

    package init() {}

    /// The key of a place, or a new one, which is then kept there.
    ///
    /// - Throws: ``LaunchDarklyKeyUnavailable`` when there is no key and the place is not readable yet; whatever
    ///   `newKey` throws.
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

    /// Forgets the decision, so that the next key is a new one.
    package func remove(_ id: String) { claimed.withLock { _ = $0.removeValue(forKey: id) } }
}
