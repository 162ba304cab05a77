// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A file location for system calls: a path relative to an open folder.
struct FileLocation {
    /// The descriptor of the folder that the name is relative to.
    let directory: Int32
    /// The path relative to that folder.
    let name: String
    /// The path for error messages.
    let path: String
    /// A Boolean value that indicates whether a symbolic link at the location is followed.
    ///
    /// If not, a link is an error.
    let followsLinks: Bool

    /// Creates the location of a path, which can contain symbolic links.
    init(_ path: String) {
        directory = AT_FDCWD
        name = path
        self.path = path
        followsLinks = true
    }

    /// Creates the location of a name in an open folder, without following symbolic links.
    init(_ name: String, in folder: borrowing OpenFolder, path: String) {
        directory = folder.descriptor
        self.name = name
        self.path = path
        followsLinks = false
    }

    private init(directory: Int32, name: String, path: String, followsLinks: Bool) {
        self.directory = directory
        self.name = name
        self.path = path
        self.followsLinks = followsLinks
    }

    /// Returns the location in the same folder whose name has an additional suffix.
    func appending(_ suffix: String) -> FileLocation {
        FileLocation(directory: directory, name: name + suffix, path: path + suffix, followsLinks: followsLinks)
    }

    /// The link flag for calls like `fstatat`.
    var linkFlag: Int32 { followsLinks ? 0 : AT_SYMLINK_NOFOLLOW }

    /// The status of the file, or `nil` if it can't be read.
    ///
    /// If it's `nil`, `errno` contains the reason.
    var status: stat? {
        var status = stat()
        return fstatat(directory, name, &status, linkFlag) == 0 ? status : nil
    }
}

/// An open folder, which remains the same folder even if its path changes.
struct OpenFolder: ~Copyable {
    let descriptor: Int32
    private let path: String

    /// Opens a folder.
    init(_ location: FileLocation) throws(FileError) {
        descriptor = try Platform.openFolder(location)
        path = location.path
    }

    deinit { close(descriptor) }

    /// Opens a folder inside this one, unless it's a symbolic link.
    ///
    /// - Parameter isMade: A Boolean value that indicates whether to create the folder if it doesn't exist.
    func folder(_ name: String, isMade: Bool) throws(FileError) -> OpenFolder {
        let location = FileLocation(name, in: self, path: FilePath.resolve(name, in: path))
        if isMade { try Platform.makeFolder(location) }
        return try OpenFolder(location)
    }

    /// The reason why other users can change the folder, as the end of a sentence, or `nil` if they can't.
    var sharing: String? {
        if let foreignOwner { return foreignOwner }
        guard let status, status.st_mode & (mode_t(S_IWGRP) | mode_t(S_IWOTH)) != 0 else { return nil }
        return Self.writable(status)
    }

    /// The reason why other users can replace the folders inside, as the end of a sentence, or `nil` if they can't.
    ///
    /// In a folder with the sticky bit, such as `/tmp`, only the owner of a folder can replace it.
    var sharingOfEntries: String? {
        guard let status else { return Self.unknown }
        if status.st_uid != 0, let foreignOwner { return foreignOwner }
        let isShared = status.st_mode & mode_t(S_IWOTH) != 0 && status.st_mode & mode_t(S_ISVTX) == 0
        return isShared ? Self.writable(status) : nil
    }

    /// Returns whether a name in the folder refers to a symbolic link.
    func hasLink(_ name: String) -> Bool {
        guard let status = FileLocation(name, in: self, path: name).status else { return false }
        return Platform.isLink(status)
    }

    private static func writable(_ status: stat) -> String {
        "can be changed by other users (mode \(String(status.st_mode & 0o7777, radix: 8)))"
    }

    private static let unknown = "can't be checked"

    /// The owner of the folder, as the end of a sentence, or `nil` if the folder belongs to this user.
    var foreignOwner: String? {
        guard let status else { return Self.unknown }
        if status.st_uid == geteuid() { return nil }
        return "belongs to another user (user ID \(status.st_uid))"
    }

    private var status: stat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status : nil
    }
}
