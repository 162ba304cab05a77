// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Writes the flags that a provider answers to a file, which a ``BootstrapProvider`` can serve again: run the app once,
/// and test with what it saw.
///
/// ```swift
/// let recorded = try RecordedProvider(vendor, to: "seen.json")
/// ```
/// The file always holds the complete newest answer, with variants, reasons and versions, and nothing about the context
/// that they were for. It is written asynchronously; the newest answer is in it when a client's `shutdown` returns. A file
/// that cannot be written is reported once, and the flags are served all the same.
public final class RecordedProvider: ProviderWrapper, LayeredProvider {
    private struct Recording: Sendable {
        var snapshot: FlagSnapshot
        var moment: Instant
        var report: @Sendable (Diagnostic) -> Void
    }

    /// The wrapped provider.
    public let inner: any FlagProvider
    let layer = ProviderLayer.recorded
    private let time: any TimeSource
    private let writes: LatestWrites<String, Recording>
    private let path: String

    /// Wraps a provider.
    ///
    /// - Parameters:
    ///   - inner: The provider whose answers are recorded.
    ///   - path: The file; its folder must exist.
    ///   - files: The file system.
    ///   - time: The clock.
    /// - Throws: The reason why this wrapper makes no sense around that provider.
    public init(
        _ inner: any FlagProvider, to path: String, files: any FileSystem = SystemFiles(),
        time: any TimeSource = SystemTime()
    ) throws(ProviderNestingError) {
        try ProviderLayer.recorded.check(around: inner)
        self.inner = inner
        self.path = path
        self.time = time
        let (provider, file) = (inner.name, RecordingFile(path: path, files: files))
        writes = LatestWrites { _, recording in
            let document = BootstrapFormat.recording(of: recording.snapshot, provider: provider, at: recording.moment)
            _ = await file.write(document, report: recording.report)
        }
    }

    /// Serves one client until its task is cancelled.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let report: @Sendable (Diagnostic) -> Void = { channel.report($0) }
        let recorded = channel.replacing { [self] state in
            let isHeard = channel.offer(state)
            if isHeard, state.isAnswer, let snapshot = state.snapshot, snapshot.context == request.context {
                writes.put(path, Recording(snapshot: snapshot, moment: time.now, report: report))
            }
            return isHeard
        }
        do {
            try await inner.run(request, into: recorded)
        } catch {
            await writes.settle()
            throw error
        }
        await writes.settle()
    }
}
