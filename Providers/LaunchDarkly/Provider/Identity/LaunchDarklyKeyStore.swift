// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// Where an app's generated keys are kept, so that an anonymous user stays the same one.
///
/// Calls may block; they come from a thread that may be blocked.
public protocol LaunchDarklyKeyStore: Sendable {
    /// Returns the key that is kept under a name; if there is none, keeps the new one and returns it.
    ///
    /// - Parameters:
    ///   - name: LaunchDarkly's official name, `ldDeviceIdentifier` for users.
    ///   - newKey: Makes the key to keep if there is none; called at most once, and outside locks.
    /// - Throws: ``LaunchDarklyKeyUnavailable`` while the store cannot say whether there is one; whatever `newKey`
    ///   throws; any other error when a key cannot be read or stored in this run.
    func key(_ name: String, orKeeping newKey: () throws -> String) throws -> String

    /// Removes the key of a name; a missing one is not an error.
    ///
    /// - Parameter name: LaunchDarkly's official name.
    func remove(_ name: String) throws
}

/// The error for a key that is not known yet, but may be later in the same run: before a device's first unlock, for
/// example.
///
/// A store that throws it stores nothing, so a key that it may hold is not replaced. A keychain that returns
/// `errSecInteractionNotAllowed` is such a store.
public struct LaunchDarklyKeyUnavailable: Error, Sendable, Hashable, CustomStringConvertible {
    /// Why, as the end of a sentence: `the device has not been unlocked since it started`.
    public let reason: String

    /// Makes an error with its reason.
    public init(_ reason: String) { self.reason = reason }

    /// The reason.
    public var description: String { reason }
}

/// Keeps each key in a separate file, which is named after the key.
///
/// Several programs may use the same folder. On Apple platforms use `UserDefaultsKeyStore`, where LaunchDarkly's own
/// clients keep theirs.
public struct FileKeyStore: LaunchDarklyKeyStore {
    private let place: StateFiles

    /// Makes a store; nothing is read or created until it is used.
    ///
    /// - Parameters:
    ///   - folder: Where the files are; nil for the place where stored flags are, too (`FileFlagStore`).
    ///   - files: The file system.
    public init(folder: String? = nil, files: any FileSystem = LocalFileSystem()) {
        place = StateFiles(folder: folder, files: files)
    }

    private var files: any FileSystem { place.files }

    /// Reads the file, or writes it.
    ///
    /// - Throws: A `FileError` when a key that is there cannot be read, or when there is none and none can be written.
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

    /// Removes the file.
    ///
    /// - Throws: A `FileError` when there is one and it cannot be removed.
    public func remove(_ name: String) throws {
        let path = place.path(Self.fileName(name))
        if (try? files.stamp(of: path)) != nil { try files.remove(path) }
    }

    private func kept(_ path: String) throws(FileError) -> String? {
        // Checked first: an existing key that cannot be read right now must not be replaced.
        guard (try? files.stamp(of: path)) != nil else { return nil }
        let key = String(decoding: try files.contents(of: path), as: UTF8.self)
        return key.isEmpty ? nil : key
    }

    /// A name that every file system accepts.
    private static func fileName(_ name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "_" })
    }
}
