// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Serves flags from a file or a string, to ship them with an app or to replace a service in tests.
///
/// ```swift
/// let provider = FileFlagProvider(.file("flags.json"), refreshInterval: .seconds(30))
/// ```
/// The provider reads the file when a client starts. If you set an interval, it also reads the file after each change: it compares
/// the modification time, the size, and the inode, so it doesn't read an unchanged file. If a version can't be read, the provider
/// reports the problem and the previous version's flags remain. Disk access happens off the cooperative thread pool.
///
/// The provider stores the file's text in memory, so that it parses an unchanged file only once for all contexts.
public struct FileFlagProvider: FlagProvider {
    /// The source of the flags.
    public enum Source: Sendable, Hashable {
        /// The path of a file.
        case file(String)
        /// The document as a string.
        case text(String)
        /// A parsed document.
        case document(FlagValue)
    }

    /// The provider's name.
    public let name: String

    private let source: BootstrapSource
    private let refreshInterval: Duration?
    private let time: any TimeSource

    /// Creates a provider.
    ///
    /// It doesn't read the source until a client starts.
    ///
    /// - Parameters:
    ///   - source: The source of the flags.
    ///   - name: The provider's name.
    ///   - formats: The supported formats.
    ///   - format: The name of the document's format, or `nil` to recognize it by content.
    ///   - refreshInterval: The interval between checks for a changed file, at least 10 ms, or `nil` for no checks.
    ///   - files: The file system.
    ///   - time: The clock.
    public init(
        _ source: Source, name: String = "bootstrap", formats: [BootstrapFormat] = [.halyard, .replay],
        format: String? = nil,
        refreshInterval: Duration? = nil, files: any FileSystem = LocalFileSystem(), time: any TimeSource = SystemTime()
    ) {
        self.source = BootstrapSource(place: source, formats: formats, format: format, files: files)
        self.name = name
        self.refreshInterval = refreshInterval.map { max($0, .milliseconds(10)) }
        self.time = time
    }

    /// Serves one client until its task is canceled.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        guard case .file(let path) = source.place, let refreshInterval else {
            let version = await read()
            for diagnostic in version.diagnostics { channel.report(diagnostic) }
            let contents = try version.value.get()
            channel.publish(.ready(contents.flagSet(for: request.context, at: time.now, after: request.resume)))
            return
        }
        var file = DocumentFollower(file: path, files: source.files)
        var published = request.resume
        while !Task.isCancelled {
            if let version = await file.look(read) {
                for diagnostic in version.diagnostics { channel.report(diagnostic) }
                switch version.value {
                case .success(let contents):
                    let flagSet = contents.flagSet(for: request.context, at: time.now, after: published)
                    published = flagSet
                    channel.publish(.ready(flagSet))
                case .failure(let error):
                    // If there are no new diagnostics, this error has already been published.
                    if !version.diagnostics.isEmpty { channel.publish(.failed(error)) }
                }
            }
            try await time.sleep(for: refreshInterval)
        }
    }

    private func read() async -> DocumentFollower.Version<Result<BootstrapFormat.Contents, FlagError>> {
        do throws(FlagError) {
            let contents = try await source.contents(origin: Origin(.bootstrap, provider: name))
            return .init(value: .success(contents), diagnostics: contents.diagnostics)
        } catch {
            let isUnreadable = error.diagnostics.contains { $0.code == BootstrapSource.unreadable }
            return .init(
                value: .failure(error), diagnostics: error.diagnostics, isWorthAnotherTry: isUnreadable)
        }
    }
}
