// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Serves flags from a file or a text: those that an app ships with, or that replace a service in tests.
///
/// ```swift
/// let provider = BootstrapProvider(.file("flags.json"), refreshInterval: .seconds(30))
/// ```
/// The file is read when a client starts, and again when it changes, if an interval is set: modification time, size and
/// inode are compared, so an untouched file is not read. A version that cannot be read is reported, and the flags of the
/// previous one stay. Disk access happens off the cooperative thread pool.
///
/// The provider keeps the file's text in memory, so that it parses an unchanged file only once for all contexts.
public struct BootstrapProvider: FlagProvider {
    /// Where the flags are.
    public enum Source: Sendable, Hashable {
        /// A file, by its path.
        case file(String)
        /// The text itself.
        case text(String)
        /// The document, already read.
        case document(FlagValue)
    }

    /// The provider's name.
    public let name: String

    private let source: BootstrapSource
    private let refreshInterval: Duration?
    private let time: any TimeSource

    /// Makes a provider.
    ///
    /// Nothing is read until a client starts.
    ///
    /// - Parameters:
    ///   - source: Where the flags are.
    ///   - name: The provider's name.
    ///   - formats: The formats that the document may have.
    ///   - format: The name of its format; nil to recognize it by content.
    ///   - refreshInterval: How often to check whether the file changed, at least 10 ms; nil for never.
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

    /// Serves one client until its task is cancelled.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        guard case .file(let path) = source.place, let refreshInterval else {
            let version = await read()
            for finding in version.findings { channel.report(finding) }
            return serve(try version.value.get(), request, channel)
        }
        var file = DocumentFollower(file: path, files: source.files)
        while !Task.isCancelled {
            if let version = await file.look(read) {
                for finding in version.findings { channel.report(finding) }
                switch version.value {
                case .success(let contents): serve(contents, request, channel)
                case .failure(let error):
                    // Without new findings, this error is published already.
                    if !version.findings.isEmpty { channel.publish(.failed(error)) }
                }
            }
            try await time.sleep(for: refreshInterval)
        }
    }

    private func read() async -> DocumentFollower.Version<Result<BootstrapFormat.Contents, FlagError>> {
        do throws(FlagError) {
            let contents = try await source.contents(origin: Origin(.bootstrap, provider: name))
            return .init(value: .success(contents), findings: contents.findings)
        } catch {
            let isUnreadable = error.diagnostics.contains { $0.code == BootstrapSource.unreadable }
            return .init(
                value: .failure(error), findings: error.diagnostics, isWorthAnotherTry: isUnreadable)
        }
    }

    private func serve(_ contents: BootstrapFormat.Contents, _ request: FlagRequest, _ channel: FlagChannel) {
        channel.publish(.ready(contents.snapshot(for: request.context, at: time.now)))
    }
}
