// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Records an app run in a file: the flags of each context, and every change with its time.
///
/// ```swift
/// let flags = FlagClient(provider: vendor, sinks: [RunRecorder(path: "run.json")])
/// ```
/// A ``ReplayProvider`` replays the file with its changes. A ``FileFlagProvider`` reads the flags at the end of the run
/// (``BootstrapFormat/replay``). Pass the recorder when you create a client, so that it receives everything. It records the flags
/// as the app sees them, including the layers on top of the provider. For each context, it writes only the digest of the identity.
///
/// Flushing the client and shutting it down replace the whole file, so the file is never truncated. The recording ends at the
/// maximum number of changes, or when consent to collect events is withdrawn, and reports its end once. The file then keeps the run
/// up to the maximum, or up to the last flush before consent was withdrawn. Each change takes memory until the end. It's safe to
/// use from any thread.
public final class RunRecorder: EventSink {
    private struct State: ~Copyable {
        var recording = ReplayTimeline()
        var feed: EventFeed?
        var isOver = false
        var isDirty = false
    }

    private let file: RecordingFile
    private let maximumChanges: Int
    private let time: any TimeSource
    private let state = Lock(State())
    private let writes = SerialWork()

    /// Creates a recorder, which doesn't access the file before the first flush.
    ///
    /// - Parameters:
    ///   - path: The file, in an existing folder.
    ///   - maximumChanges: The maximum number of recorded changes, at least 1.
    ///   - files: The file system.
    ///   - time: The clock.
    public init(
        path: String, maximumChanges: Int = 10_000, files: any FileSystem = LocalFileSystem(),
        time: any TimeSource = SystemTime()
    ) {
        file = RecordingFile(path: path, files: files)
        self.maximumChanges = max(maximumChanges, 1)
        self.time = time
    }

    /// The capabilities for changes and contexts only, without evaluations.
    public var capabilities: SinkCapabilities { SinkCapabilities(interest: .counts) }

    /// Records changes, and begins a section for each new identity.
    ///
    /// It doesn't record aliases. Withdrawing consent ends the recording permanently, because a later part would lack its
    /// beginning.
    public func receive(_ event: FlagEvent) {
        switch event {
        case .attached(let feed): state.withLock { $0.feed = feed }
        case .identified(let event) where !event.isAlias:
            record { $0.identify(event.context.identityDigest, at: event.time) }
        case .changed(let changes, let time): record { $0.change(changes, at: time) }
        case .consentChanged(false):
            end("The recording of the run ended because consent to collect events was withdrawn.") { state in
                (state.recording, state.isDirty) = (ReplayTimeline(), false)
            }
        default: break
        }
    }

    /// Writes the file if there are new changes.
    ///
    /// Returns after the disk access.
    public func flush() async {
        await writes.run { [self] in
            let recording = state.withLock { state -> ReplayTimeline? in
                defer { state.isDirty = false }
                return state.isDirty ? state.recording : nil
            }
            guard let document = recording?.json(at: time.now) else { return }
            let feed = state.withLock { $0.feed }
            if await !file.write(document, report: { feed?.report($0) }) { state.withLock { $0.isDirty = true } }
        }
    }

    /// Deletes the sections of an identity, and writes the file without them.
    public func erase(_ context: EvaluationContext) async {
        let identity = context.identityDigest
        state.withLock { state in
            if state.recording.removeFlags(of: identity) { state.isDirty = true }
        }
        await flush()
    }

    private func record(_ change: (inout ReplayTimeline) -> Void) {
        let isFull = state.withLock { state -> Bool in
            if state.isOver { return false }
            change(&state.recording)
            state.isDirty = true
            return state.recording.stepCount >= maximumChanges
        }
        if isFull { end("The recording of the run ended at the limit of \(maximumChanges) changes.") { _ in } }
    }

    private func end(_ message: String, _ body: (inout State) -> Void) {
        let feed = state.withLock { state -> EventFeed? in
            if state.isOver { return nil }
            state.isOver = true
            body(&state)
            return state.feed
        }
        feed?.report(Diagnostic("replayEnded", .warning, location: .init(file: file.path), message))
    }
}
