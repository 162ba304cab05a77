// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Darwin)
    import Foundation
    import HalyardSupport

    /// Keeps keys in the user defaults, under the names and in the place that LaunchDarkly's own clients use.
    ///
    /// So an app that comes from there keeps its anonymous users.
    public struct UserDefaultsKeyStore: LaunchDarklyKeyStore {
        // Defaults are held in memory; so that of two threads that find no key only one draws it.
        private static let turn = Lock(())

        private let suiteName: String?

        /// Makes a store.
        ///
        /// - Parameter suiteName: The suite of defaults; nil for the app's own, as LaunchDarkly's clients use them.
        public init(suiteName: String? = nil) { self.suiteName = suiteName }

        /// Removes the default.
        public func remove(_ name: String) throws { Self.turn.withLock { _ in defaults.removeObject(forKey: name) } }

        private var defaults: UserDefaults { suiteName.flatMap(UserDefaults.init(suiteName:)) ?? .standard }

        /// Reads the default, or sets it.
        public func key(_ name: String, orKeeping newKey: String) throws -> String {
            let defaults = defaults
            return Self.turn.withLock { _ in
                if let key = defaults.string(forKey: name), !key.isEmpty { return key }
                defaults.set(newKey, forKey: name)
                return newKey
            }
        }
    }
#endif
