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

/// The calls to the C library, in one place.
package enum Platform {
    static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(millisecondsSinceEpoch: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// The value of an environment variable, nil when it is not set.
    package static func environment(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        return String(cString: value)
    }

    static var currentDirectory: String {
        guard let path = getcwd(nil, 0) else { return "." }
        defer { free(path) }
        return String(cString: path)
    }

    static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: path, reason: lastError) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = readChunk(descriptor, &chunk)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError(path: path, reason: lastError) }
            if count == 0 { return bytes }
            bytes.append(contentsOf: chunk[..<count])
            guard bytes.count <= limit else {
                throw FileError(path: path, reason: "File is larger than \(limit) bytes")
            }
        }
    }

    static func stamp(of path: String) throws(FileError) -> FileStamp {
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileError(path: path, reason: lastError) }
        #if canImport(Darwin)
            let modified = status.st_mtimespec
        #else
            let modified = status.st_mtim
        #endif
        return FileStamp(
            modified: Int64(modified.tv_sec) * 1_000_000_000 + Int64(modified.tv_nsec),
            size: Int64(status.st_size), inode: UInt64(status.st_ino))
    }

    private static func readChunk(_ descriptor: Int32, _ chunk: inout [UInt8]) -> Int {
        #if canImport(Darwin)
            Darwin.read(descriptor, &chunk, chunk.count)
        #elseif canImport(Glibc)
            Glibc.read(descriptor, &chunk, chunk.count)
        #elseif canImport(Musl)
            Musl.read(descriptor, &chunk, chunk.count)
        #else
            Android.read(descriptor, &chunk, chunk.count)
        #endif
    }

    private static var lastError: String { String(cString: strerror(errno)) }
}
