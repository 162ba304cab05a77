// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A store that keeps each record in a file, and is safe for several processes that use the same folder.
///
/// Each write replaces the whole record. Even after a crash, a reader gets either the old or the new record. The files are in
/// `<folder>/<scope>/`, and their names are digests. On Apple systems, device backups don't include them. Disk access happens off
/// the cooperative thread pool. It's safe to use from any thread.
public struct FileFlagStore: FlagStore {
    package let place: StateFiles
    private let time: any TimeSource
    package let unwritten = UnwrittenRecords()

    /// Creates a store, which doesn't perform I/O until its first use.
    ///
    /// - Parameters:
    ///   - folder: The folder of the files, or `nil` for the app's own folder for such files. That's `Application Support` on Apple
    ///     systems, except on tvOS, which only has `Caches`. On other systems, it's in `$XDG_CACHE_HOME` or `~/.cache`. With
    ///     `LocalFileSystem`, nothing is stored if neither of these two is available, or if other users can change the app's own
    ///     folder. A folder that you choose is used anyway.
    ///   - files: The file system.
    ///   - time: The clock.
    public init(
        folder: String? = nil, files: any FileSystem = LocalFileSystem(), time: any TimeSource = SystemTime()
    ) {
        self.init(in: StateFiles(folder: folder, files: files), time: time)
    }

    /// Creates a store in a state folder.
    package init(in place: StateFiles, time: any TimeSource) {
        self.place = place
        self.time = time
    }

    package var files: any FileSystem { place.files }

    /// The folder of the files, or `nil` if the app has none.
    ///
    /// Nothing is stored without a folder.
    public var folder: String? { place.folder?.path }

    /// Returns a diagnostic about the folder, or `nil` if there's no problem.
    ///
    /// The problem can be that nothing is stored, that other users can change the folder, or that the operating system can empty it
    /// (tvOS).
    public func diagnostic() async -> Diagnostic? {
        let location = place.folder.map { Diagnostic.Location(file: $0.path) }
        if let problem = await BlockingWork.run({ place.problem }) {
            let isUnavailable = problem.preventsStoring
            return Diagnostic(
                isUnavailable ? "storeUnavailable" : "storeShared", .warning, location: location,
                isUnavailable
                    ? "Nothing is stored on this device, because \(problem)."
                    : "\(problem). Other users can replace this app's stored flags.",
                suggestion: problem.suggestion)
        }
        guard place.folder?.isPurgeable == true else { return nil }
        return Diagnostic(
            "storePurgeable", .info, location: location,
            "The operating system can remove stored flags if storage runs low. Apps have no other folder on this system.",
            suggestion: "Add a bootstrap file, so that the app has flags if it starts without a network.")
    }

    /// Reads a record, and marks its file as used.
    public func load(_ key: StoreKey) async throws -> [UInt8]? {
        try await BlockingWork.run { () throws(FileError) in try read(key) }
    }

    /// Writes a record.
    public func save(_ bytes: [UInt8], as key: StoreKey) async throws {
        try await BlockingWork.run {
            try place.checkIsAvailable()
            try files.makeFolder(path(of: key.scope), isBackedUp: false)
            try files.replace(path(of: key), with: bytes)
        }
    }

    /// Removes a record.
    public func delete(_ key: StoreKey) async throws {
        try await BlockingWork.run { () throws(FileError) in try files.remove(path(of: key)) }
    }

    /// Returns the keys of the records, with the most recently used first, and removes partially written files of ended processes.
    public func keys(in scope: StoreKey.Scope) async throws -> [StoreKey] {
        try await BlockingWork.run { () throws(FileError) in
            let folder = path(of: scope)
            guard (try? files.stamp(of: folder)) != nil || (try? files.names(in: folder)) != nil else { return [] }
            var found: [(key: StoreKey, used: Int64)] = []
            for name in try files.names(in: folder) {
                let path = FilePath.resolve(name, in: folder)
                guard let stamp = try? files.stamp(of: path) else { continue }
                if name.hasSuffix(Self.suffix),
                    let key = StoreKey(scope, name: String(name.dropLast(Self.suffix.count)))
                {
                    found.append((key, stamp.modified))
                } else if name.hasSuffix(".tmp"), isAbandoned(stamp) {
                    try? files.remove(path)
                }
            }
            return found.sorted { ($0.used, $0.key.name) > ($1.used, $1.key.name) }.map(\.key)
        }
    }

    /// Returns the path of a key's record.
    public func path(of key: StoreKey) -> String {
        FilePath.resolve(key.name + Self.suffix, in: path(of: key.scope))
    }

    private static let suffix = ".snapshot"

    private func read(_ key: StoreKey) throws(FileError) -> [UInt8]? {
        if let bytes = unwritten.bytes(key) { return bytes }
        // Checked first, because a missing file isn't an error, and the system's wording of that error is unspecified.
        guard (try? files.stamp(of: path(of: key))) != nil else { return nil }
        let bytes = try files.contents(of: path(of: key))
        try? files.updateModificationTime(of: path(of: key))
        return bytes
    }

    private func path(of scope: StoreKey.Scope) -> String { place.path(scope.digest) }

    /// Returns whether a partially written file is so old that no process can still be writing it.
    private func isAbandoned(_ stamp: FileStamp) -> Bool {
        time.now - Instant(millisecondsSinceEpoch: stamp.modified / 1_000_000) > .seconds(3600)
    }
}

extension FileFlagStore: ImmediateFlagStore {
    package func loadNow(_ key: StoreKey) throws -> [UInt8]? { try read(key) }
}
