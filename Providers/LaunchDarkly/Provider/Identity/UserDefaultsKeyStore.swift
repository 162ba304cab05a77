// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Darwin)
    import Foundation
    import Halyard
    import HalyardSupport

    /// A key store in the user defaults that uses the same names and location as LaunchDarkly's client SDKs.
    ///
    /// An app that migrates from these SDKs therefore keeps its anonymous users. Before a device's first unlock, the defaults
    /// appear empty. The store then stores nothing and throws ``LaunchDarklyKeyUnavailable``. This follows documentation and
    /// hasn't been tested on a device. You can use the store from any thread.
    public struct UserDefaultsKeyStore: LaunchDarklyKeyStore {
        private static let claims = KeyClaims()

        private let suiteName: String?

        /// Creates a store.
        ///
        /// - Parameter suiteName: The suite of the defaults, such as an App Group, or `nil` for the app's own defaults, which
        ///   LaunchDarkly's clients use. A suite without a key adopts the app's own key, which keeps anonymous users.
        public init(suiteName: String? = nil) { self.suiteName = suiteName }

        /// Removes the key from the defaults.
        public func remove(_ name: String) throws {
            Self.claims.remove(id(name))
            defaults.removeObject(forKey: name)
        }

        /// Returns the key from the defaults, or stores a new key there.
        ///
        /// Works in memory, with one file access if there is no key.
        public func key(_ name: String, orKeeping newKey: () throws -> String) throws -> String {
            let defaults = defaults
            let place = KeyClaims.Place(
                read: { defaults.string(forKey: name) }, write: { defaults.set($0, forKey: name) },
                isReadable: { Self.isUnlocked })
            return try Self.claims.key(id(name), in: place) {
                let own = suiteName == nil ? nil : UserDefaults.standard.string(forKey: name)
                return try own ?? newKey()
            }
        }

        private var defaults: UserDefaults { suiteName.flatMap(UserDefaults.init(suiteName:)) ?? .standard }

        private func id(_ name: String) -> String { "\(suiteName ?? "")\n\(name)" }

        /// A Boolean value that indicates whether the device has been unlocked since it started.
        ///
        /// The check writes a file that can only be written after the first unlock. `UIApplication.isProtectedDataAvailable`
        /// isn't sufficient, because it is `false` on every locked device and isn't available in extensions.
        private static var isUnlocked: Bool {
            #if os(macOS)
                true
            #else
                guard let folder = Platform.stateFolder?.path else { return true }
                try? LocalFileSystem().makeFolder(folder, isBackedUp: true)
                let probe = URL(filePath: FilePath.resolve("halyard-unlocked", in: folder))
                do {
                    try Data().write(to: probe, options: .completeFileProtectionUntilFirstUserAuthentication)
                    return true
                } catch {
                    return (error as? CocoaError)?.code != .fileWriteNoPermission
                }
            #endif
        }
    }
#endif
