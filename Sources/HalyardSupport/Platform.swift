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

/// All calls to the C library.
package enum Platform {
    static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(millisecondsSinceEpoch: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Returns the value of an environment variable, or `nil` if it isn't set.
    package static func environment(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        return String(cString: value)
    }

    /// The machine's name, from the environment variable `HOSTNAME` or from the system.
    ///
    /// It's empty if the machine has no name.
    package static var hostName: String {
        if let name = environment("HOSTNAME") { return name }
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    static var currentDirectory: String {
        guard let path = getcwd(nil, 0) else { return "." }
        defer { free(path) }
        return String(cString: path)
    }

    static func read(_ file: FileLocation, limit: Int) throws(FileError) -> [UInt8] {
        let descriptor = try open(file, O_RDONLY)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var status = stat()
        if fstat(descriptor, &status) == 0, (1...limit).contains(Int(clamping: status.st_size)) {
            bytes.reserveCapacity(Int(clamping: status.st_size))
        }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = readChunk(descriptor, &chunk)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError(path: file.path, reason: lastError) }
            if count == 0 { return bytes }
            bytes.append(contentsOf: chunk[..<count])
            guard bytes.count <= limit else {
                throw FileError(path: file.path, reason: "File is larger than \(limit) bytes")
            }
        }
    }

    static func stamp(of file: FileLocation) throws(FileError) -> FileStamp {
        guard let status = file.status else { throw FileError(path: file.path, reason: lastError) }
        #if canImport(Darwin)
            let modified = status.st_mtimespec
        #else
            let modified = status.st_mtim
        #endif
        // A file can have any modification time. After the year 2262, its nanoseconds don't fit.
        let seconds = min(max(Int64(modified.tv_sec), -9_000_000_000), 9_000_000_000)
        return FileStamp(
            modified: seconds * 1_000_000_000 + Int64(modified.tv_nsec),
            size: Int64(status.st_size), inode: UInt64(status.st_ino))
    }

    /// The way in which ``write(_:to:_:)`` opens a file.
    enum WriteMode {
        /// Creates a file that must not exist yet, and flushes it to disk before the call returns.
        case newFile
        /// Appends to the file, and creates it if it doesn't exist.
        case appending
    }

    static func write(
        _ bytes: [UInt8], to file: FileLocation, _ mode: WriteMode, permissions: mode_t = 0o600
    ) throws(FileError) {
        let flags = mode == .newFile ? O_CREAT | O_EXCL : O_CREAT | O_APPEND
        let descriptor = try open(file, O_WRONLY | flags, permissions)
        defer { close(descriptor) }
        guard writeAll(descriptor, bytes) else { throw FileError(path: file.path, reason: lastError) }
        if mode == .newFile, !synchronize(descriptor) { throw FileError(path: file.path, reason: lastError) }
    }

    static func writeStream(_ bytes: [UInt8], to path: String) throws(FileError) {
        let descriptor = try openStream(path)
        defer { close(descriptor) }
        guard writeAll(descriptor, bytes) else { throw FileError(path: path, reason: lastError) }
    }

    /// Returns the first index of a byte in a range, or the range's end if the range doesn't contain the byte.
    package static func firstIndex(of byte: UInt8, in bytes: ArraySlice<UInt8>, _ range: Range<Int>) -> Int {
        precondition(range.lowerBound >= bytes.startIndex && range.upperBound <= bytes.endIndex, "range out of bounds")
        // Sound: the buffer exists during the call, and memchr reads only the range, which is inside of the buffer.
        return bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return range.upperBound }
            let start = base + (range.lowerBound - bytes.startIndex)
            guard let found = memchr(start, Int32(byte), range.count) else { return range.upperBound }
            return range.lowerBound + (UnsafeRawPointer(found) - start)
        }
    }

    /// Writes a string to standard error, and ignores failures.
    package static func writeError(_ text: String) { _ = writeAll(STDERR_FILENO, Array(text.utf8)) }

    static func rename(_ file: FileLocation, to newFile: FileLocation) throws(FileError) {
        guard renameat(file.directory, file.name, newFile.directory, newFile.name) == 0 else {
            throw FileError(path: file.path, reason: lastError)
        }
    }

    static func remove(_ file: FileLocation) throws(FileError) {
        guard unlinkat(file.directory, file.name, 0) == 0 || errno == ENOENT || errno == ENOTDIR else {
            throw FileError(path: file.path, reason: lastError)
        }
    }

    static func names(in folder: FileLocation) throws(FileError) -> [String] {
        let descriptor = try openFolder(folder)
        guard let stream = fdopendir(descriptor) else {
            let reason = lastError
            close(descriptor)
            throw FileError(path: folder.path, reason: reason)
        }
        // This also closes the descriptor.
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            guard let start = MemoryLayout<dirent>.offset(of: \.d_name) else { continue }
            // Sound: an entry is as long as its name, which ends in a zero; it is valid until the next readdir, and copied here.
            // The field as a whole is longer than the entry, so a copy of it would read past its end.
            let name = String(cString: (UnsafeRawPointer(entry) + start).assumingMemoryBound(to: CChar.self))
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    static func makeFolder(_ folder: FileLocation) throws(FileError) {
        if mkdirat(folder.directory, folder.name, 0o700) == 0 || errno == EEXIST { return }
        let parent = FilePath.directory(of: folder.path)
        guard errno == ENOENT, folder.followsLinks, parent != folder.path else {
            throw FileError(path: folder.path, reason: lastError)
        }
        try makeFolder(FileLocation(parent))
        guard mkdirat(folder.directory, folder.name, 0o700) == 0 || errno == EEXIST else {
            throw FileError(path: folder.path, reason: lastError)
        }
    }

    static func updateModificationTime(of file: FileLocation) throws(FileError) {
        guard utimensat(file.directory, file.name, nil, file.linkFlag) == 0 else {
            throw FileError(path: file.path, reason: lastError)
        }
    }

    /// A suffix that is unique across processes and launches.
    static var uniqueSuffix: String {
        let number = lastSuffix.withLock { last in
            last += 1
            return last
        }
        return "\(getpid())-\(program)-\(number)"
    }

    // Process numbers are reused. In a container, the program can always have the same number.
    private static let program = String(SystemRandom().next(), radix: 16)

    /// The kernel's version and the machine, from uname(3).
    static var kernel: (version: String, machine: String) {
        var names = utsname()
        guard uname(&names) == 0 else { return ("", "") }
        // Sound: the bytes belong to `names`, and are copied here.
        return (withUnsafeBytes(of: names.release, text), withUnsafeBytes(of: names.machine, text))
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    private static let lastSuffix = Lock(0)

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

    /// Writes all bytes.
    ///
    /// Returns `false` if the operating system rejects some of them, with the reason in `errno`.
    private static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = writeChunk(descriptor, rest)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func writeChunk(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
        // Sound: the buffer exists during the call, which reads only its bytes and keeps no pointer.
        bytes.withUnsafeBytes { buffer in
            #if canImport(Darwin)
                Darwin.write(descriptor, buffer.baseAddress, buffer.count)
            #elseif canImport(Glibc)
                Glibc.write(descriptor, buffer.baseAddress, buffer.count)
            #elseif canImport(Musl)
                Musl.write(descriptor, buffer.baseAddress, buffer.count)
            #else
                Android.write(descriptor, buffer.baseAddress, buffer.count)
            #endif
        }
    }

    /// The error messages for files that don't exist.
    static let missing = [ENOENT, ENOTDIR].map { String(cString: strerror($0)) }

    static var lastError: String { String(cString: strerror(errno)) }
}
