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

// Which files may be opened, and whose turn it is. A path comes from a configuration: a device at that path must not be
// replaced, and a FIFO must not block a thread until a process writes to it.
extension Platform {
    /// Opens a regular file.
    ///
    /// - Parameter permissions: Those of a file that is made, before the umask takes some away.
    static func open(_ file: FileLocation, _ flags: Int32, _ permissions: mode_t = 0o600) throws(FileError) -> Int32 {
        // Before, because opening a device may do something; and after, because what stands there may have changed.
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

    /// Opens a device, a FIFO, or what a descriptor of this program leads to, to write behind what is there.
    static func openStream(_ path: String) throws(FileError) -> Int32 {
        let descriptor = try openAnything(FileLocation(path), O_WRONLY | O_APPEND, 0)
        // A FIFO without a reader was refused; a reader that is slow is waited for.
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
        return descriptor
    }

    /// Whether writing to a path means writing to a stream: no file can take the place of what is there.
    static func isStream(_ path: String) -> Bool {
        // Regular files by their status where the output goes to one.
        if ["/dev/stdout", "/dev/stderr"].contains(path) || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/") {
            return true
        }
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return ![Int32(S_IFREG), Int32(S_IFDIR)].contains(Int32(status.st_mode) & Int32(S_IFMT))
    }

    /// Throws unless there is a regular file, or nothing, at a location.
    static func checkIsFile(_ file: FileLocation) throws(FileError) {
        if let status = file.status, let problem = problem(with: status) {
            throw FileError(path: file.path, reason: problem)
        }
    }

    static func isLink(_ status: stat) -> Bool { Int32(status.st_mode) & Int32(S_IFMT) == Int32(S_IFLNK) }

    private static func problem(with status: stat) -> String? {
        // The constants have other types on other systems.
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

    /// The permissions of a file, nil when there is none.
    static func permissions(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    /// Gives a file exactly these permissions, whatever the umask.
    static func setPermissions(_ permissions: mode_t, of path: String) throws(FileError) {
        guard chmod(path, permissions) == 0 else { throw FileError(path: path, reason: lastError) }
    }

    /// Where symbolic links lead; the path itself where it is none.
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

    /// Runs `body` while this thread alone, of all programs, holds the lock on a file; makes the file if need be.
    ///
    /// - Parameter limit: How long others may hold the lock before it is given up.
    static func withExclusiveAccess<Result>(
        to file: FileLocation, within limit: Duration = .seconds(10), _ body: () throws(FileError) -> Result
    ) throws(FileError) -> Result {
        let descriptor = try open(file, O_RDWR | O_CREAT)
        // iOS ends an app that is suspended while it holds a lock on a file of a shared container.
        let activity = ExpiringActivity("Halyard changes a file")
        defer { activity.end() }
        // Closing gives the lock back.
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
