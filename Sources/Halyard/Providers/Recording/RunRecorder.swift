// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Writes what an app run saw to one file: the flags of each context, and every change with its time.
///
/// ```swift
/// let flags = FlagClient(provider: vendor, sinks: [RunRecorder(path: "run.json")])
/// ```
/// A ``ReplayProvider`` replays the file, changes included; a ``BootstrapProvider`` reads it as the flags at the end
/// (``BootstrapFormat/replay``). Give the recorder to a client when the client is made, so that it receives everything. What
/// lies on top of the provider is recorded as the app saw it. Of contexts, only the digest of the identity is written.
///
/// The file is replaced as a whole whenever the client is flushed and when it is shut down; so it is never truncated. A run
/// is recorded up to a maximum number of changes, and only as long as there is consent to collect events; either end is
/// reported once, and the file keeps what was recorded until then. Takes memory for each change until the end. Safe to use
/// from any thread.
public final class RunRecorder: EventSink {
    private struct State: ~Copyable {
        var recording = RunRecording()
        var feed: EventFeed?
        var isOver = false
        var isDirty = false
    }

    private let file: RecordingFile
    private let maximumChanges: Int
    private let time: any TimeSource
    private let state = Lock(State())
    private let writes = SerialWork()

    /// Makes a recorder; no file is touched before the first flush.
    ///
    /// - Parameters:
    ///   - path: The file; its folder must exist.
    ///   - maximumChanges: How many changes are recorded, at least 1.
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

    /// None: only changes and contexts are recorded.
    public var capabilities: SinkCapabilities { SinkCapabilities(interest: .counts) }

    /// Records changes, and begins a section for another identity.
    ///
    /// Aliases aren't recorded.
    ///
    /// Ends the recording permanently when consent is withdrawn: a later part would lack its beginning.
    public func receive(_ event: FlagEvent) {
        switch event {
        case .attached(let feed): state.withLock { $0.feed = feed }
        case .identified(let event) where !event.isAlias:
            record { $0.identify(event.context.identityDigest, at: event.time) }
        case .changed(let changes, let time): record { $0.change(changes, at: time) }
        case .consentChanged(false):
            end("The consent to collect events was taken back, which ends the recording of the run.") { state in
                (state.recording, state.isDirty) = (RunRecording(), false)
            }
        default: break
        }
    }

    /// Writes the file, if there is anything new; takes as long as the disk does.
    public func flush() async {
        await writes.run { [self] in
            let recording = state.withLock { state -> RunRecording? in
                defer { state.isDirty = false }
                return state.isDirty ? state.recording : nil
            }
            guard let document = recording?.json(at: time.now) else { return }
            let feed = state.withLock { $0.feed }
            if await !file.write(document, report: { feed?.report($0) }) { state.withLock { $0.isDirty = true } }
        }
    }

    /// Forgets the sections of an identity, and writes the file without them.
    public func erase(_ context: EvaluationContext) async {
        let identity = context.identityDigest
        state.withLock { state in
            if state.recording.forget(identity) { state.isDirty = true }
        }
        await flush()
    }

    private func record(_ change: (inout RunRecording) -> Void) {
        let isFull = state.withLock { state -> Bool in
            if state.isOver { return false }
            change(&state.recording)
            state.isDirty = true
            return state.recording.stepCount >= maximumChanges
        }
        if isFull { end("The run has \(maximumChanges) changes, which ends its recording.") { _ in } }
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
