// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Darwin)
    import Foundation
    import Halyard
    import HalyardSupport

    /// Keeps keys in the user defaults, under the names and in the place that LaunchDarkly's own clients use.
    ///
    /// So an app that migrates from them keeps its anonymous users. Before a device's first unlock the defaults read as
    /// empty; then nothing is stored, and ``LaunchDarklyKeyUnavailable`` is thrown. This follows documentation and has
    /// not been tested on a device. Safe to use from any thread.
    public struct UserDefaultsKeyStore: LaunchDarklyKeyStore {
        private static let claims = KeyClaims()

        private let suiteName: String?

        /// Makes a store.
        ///
        /// - Parameter suiteName: The suite of defaults, such as an App Group's; nil for the app's own, which LaunchDarkly's
        ///   clients use. A suite without a key takes over the app's own, so that the app keeps its anonymous users.
        public init(suiteName: String? = nil) { self.suiteName = suiteName }

        /// Removes the default.
        public func remove(_ name: String) throws {
            Self.claims.remove(id(name))
            defaults.removeObject(forKey: name)
        }

        /// Reads the default, or sets it.
        ///
        /// Costs memory, and one file access when there is no default.
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

        /// Whether the device has been unlocked since it started, judged by a file that can only be written then.
        ///
        /// `UIApplication.isProtectedDataAvailable` says less: it is false on every locked device, and not available in
        /// extensions.
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
