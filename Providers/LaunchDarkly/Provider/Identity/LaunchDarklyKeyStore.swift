// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// The storage of an app's generated keys, which lets an anonymous user remain the same.
///
/// Calls can block. Halyard calls it on a thread that may block.
public protocol LaunchDarklyKeyStore: Sendable {
    /// Returns the key that is stored under a name, or stores and returns a new key if there is none.
    ///
    /// - Parameters:
    ///   - name: LaunchDarkly's official name, `ldDeviceIdentifier` for users.
    ///   - newKey: A function that returns the key to store if there is none. Called at most once, and outside locks.
    /// - Throws: ``LaunchDarklyKeyUnavailable`` as long as the store can't determine whether there is a key, an error from
    ///   `newKey`, or any other error if a key can't be read or stored in this launch.
    func key(_ name: String, orKeeping newKey: () throws -> String) throws -> String

    /// Removes the key of a name, or does nothing if there is none.
    ///
    /// - Parameter name: LaunchDarkly's official name.
    func remove(_ name: String) throws
}

/// The error for a key that isn't known yet, but might be later in the same launch.
///
/// An example is a key before a device's first unlock. A store that throws this error stores nothing, so it doesn't replace
/// a key that it might contain. A keychain that returns `errSecInteractionNotAllowed` is such a store.
public struct LaunchDarklyKeyUnavailable: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, as the end of a sentence: `the device has not been unlocked since it started`.
    public let reason: String

    /// Creates an error with its reason.
    public init(_ reason: String) { self.reason = reason }

    /// The reason.
    public var description: String { reason }
}

/// A key store that stores each key in a separate file, which is named after the key.
///
/// Several programs can use the same folder. On Apple platforms, use `UserDefaultsKeyStore`, which shares its storage with
/// LaunchDarkly's client SDKs.
public struct FileKeyStore: LaunchDarklyKeyStore {
    private let place: StateFiles

    /// Creates a store.
    ///
    /// Doesn't read or create anything.
    ///
    /// - Parameters:
    ///   - folder: The folder of the files, or `nil` for the default folder of stored flags (`FileFlagStore`).
    ///   - files: The file system.
    public init(folder: String? = nil, files: any FileSystem = LocalFileSystem()) {
        place = StateFiles(folder: folder, files: files)
    }

    private var files: any FileSystem { place.files }

    /// Returns the key from the file, or writes a new key.
    ///
    /// - Throws: A `FileError` if an existing key can't be read, or if there is none and a new key can't be written.
    public func key(_ name: String, orKeeping newKey: () throws -> String) throws -> String {
        let path = place.path(Self.fileName(name))
        if let key = try kept(path) { return key }
        let newKey = try newKey()
        try files.makeFolder(place.path, isBackedUp: false)
        return try files.withExclusiveAccess(to: path + ".lock") { () throws(FileError) in
            if let key = try kept(path) { return key }
            try files.replace(path, with: Array(newKey.utf8))
            return newKey
        }
    }

    /// Removes the file, if it exists.
    ///
    /// - Throws: A `FileError` if the file can't be removed.
    public func remove(_ name: String) throws {
        let path = place.path(Self.fileName(name))
        if (try? files.stamp(of: path)) != nil { try files.remove(path) }
    }

    private func kept(_ path: String) throws(FileError) -> String? {
        // Check this first, because an existing key that can't be read right now must not be replaced.
        guard (try? files.stamp(of: path)) != nil else { return nil }
        let key = String(decoding: try files.contents(of: path), as: UTF8.self)
        return key.isEmpty ? nil : key
    }

    /// Returns a name that every file system accepts.
    private static func fileName(_ name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "_" })
    }
}
