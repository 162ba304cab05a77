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

// These functions limit which files can be opened. A path comes from a configuration, so a device at that path must not be
// replaced, and a FIFO must not block a thread until a process writes to it.
extension Platform {
    /// Opens a regular file.
    ///
    /// - Parameter permissions: The permissions of a new file, before the umask removes some of them.
    static func open(_ file: FileLocation, _ flags: Int32, _ permissions: mode_t = 0o600) throws(FileError) -> Int32 {
        // Checked before opening, because opening a device can have effects, and again afterwards, because the file can have been
        // replaced.
        try checkIsFile(file)
        let descriptor = try openAnything(file, flags, permissions)
        var status = stat()
        if fstat(descriptor, &status) == 0, let problem = problem(with: status) {
            close(descriptor)
            throw FileError(path: file.path, reason: problem)
        }
        return descriptor
    }

    /// Opens a folder.
    static func openFolder(_ folder: FileLocation) throws(FileError) -> Int32 {
        if let status = folder.status, isLink(status) {
            throw FileError(path: folder.path, reason: "Is a symbolic link")
        }
        return try openAnything(folder, O_RDONLY | O_DIRECTORY, 0)
    }

    private static func openAnything(
        _ file: FileLocation, _ flags: Int32, _ permissions: mode_t
    ) throws(FileError) -> Int32 {
        var flags = flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        if !file.followsLinks { flags |= O_NOFOLLOW }
        let descriptor = openat(file.directory, file.name, flags, permissions)
        guard descriptor >= 0 else { throw FileError(path: file.path, reason: lastError) }
        return descriptor
    }

    /// Opens a device, a FIFO, or one of this program's descriptors for appending.
    static func openStream(_ path: String) throws(FileError) -> Int32 {
        let descriptor = try openAnything(FileLocation(path), O_WRONLY | O_APPEND, 0)
        // A FIFO without a reader has failed to open. Writes wait for a slow reader.
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
        return descriptor
    }

    /// Returns whether a path refers to a stream, which can't be replaced by a file.
    static func isStream(_ path: String) -> Bool {
        // If the output is redirected to a file, these paths have the status of a regular file.
        if ["/dev/stdout", "/dev/stderr"].contains(path) || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/") {
            return true
        }
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return ![Int32(S_IFREG), Int32(S_IFDIR)].contains(Int32(status.st_mode) & Int32(S_IFMT))
    }

    /// Throws an error unless the location is free or contains a regular file.
    static func checkIsFile(_ file: FileLocation) throws(FileError) {
        if let status = file.status, let problem = problem(with: status) {
            throw FileError(path: file.path, reason: problem)
        }
    }

    static func isLink(_ status: stat) -> Bool { Int32(status.st_mode) & Int32(S_IFMT) == Int32(S_IFLNK) }

    private static func problem(with status: stat) -> String? {
        // The types of these constants differ between systems.
        switch Int32(status.st_mode) & Int32(S_IFMT) {
        case Int32(S_IFREG): nil
        case Int32(S_IFDIR): "Is a directory"
        case Int32(S_IFLNK): "Is a symbolic link"
        case Int32(S_IFIFO): "Is a FIFO, not a regular file"
        case Int32(S_IFSOCK): "Is a socket, not a regular file"
        case Int32(S_IFCHR), Int32(S_IFBLK): "Is a device, not a regular file"
        default: "Is not a regular file"
        }
    }

    /// Returns the permissions of a file, or `nil` if the file doesn't exist.
    static func permissions(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    /// Sets a file's permissions exactly, regardless of the umask.
    static func setPermissions(_ permissions: mode_t, of path: String) throws(FileError) {
        guard chmod(path, permissions) == 0 else { throw FileError(path: path, reason: lastError) }
    }

    /// Returns the target of a symbolic link, or the path itself if it isn't a link.
    static func target(of path: String) throws(FileError) -> String {
        var target = path
        for _ in 0..<40 {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(target, &buffer, buffer.count)
            if count < 0 { return target }
            let link = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            target = FilePath.resolve(link, in: FilePath.directory(of: target))
        }
        throw FileError(path: path, reason: String(cString: strerror(ELOOP)))
    }

    /// Runs `body` while this thread has the lock on a file, which excludes other threads and programs.
    ///
    /// Creates the lock file if it doesn't exist.
    ///
    /// - Parameter limit: The maximum time to wait for the lock.
    static func withExclusiveAccess<Result>(
        to file: FileLocation, within limit: Duration = .seconds(10), _ body: () throws(FileError) -> Result
    ) throws(FileError) -> Result {
        let descriptor = try open(file, O_RDWR | O_CREAT)
        // iOS terminates an app that is suspended while it holds a lock on a file of a shared container.
        let activity = ExpiringActivity("Halyard changes a file")
        defer { activity.end() }
        // Closing the file releases the lock.
        defer { close(descriptor) }
        let deadline = ContinuousClock.now + limit
        var pause: UInt32 = 500
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EINTR || errno == EWOULDBLOCK else { throw FileError(path: file.path, reason: lastError) }
            guard ContinuousClock.now < deadline else {
                throw FileError(path: file.path, reason: "Locked by another program for \(limit)")
            }
            usleep(pause)
            pause = min(pause * 2, 20_000)
        }
        return try body()
    }
}
