// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Stores what a provider answers, and serves it again when its policy says so: at once, or when the network fails.
///
/// The provider goes on with what was stored (``FlagRequest/resume``), its ETag included. A stored flag says so in its
/// ``Flag/origin``. Answers are written soon, by a task; the newest has been written when a client's `shutdown` returns.
/// Records are kept under digests of provider, service, identity and slot, and never served to another identity; one that
/// is damaged is reported and removed. Trouble with the store is reported and never keeps flags from being served.
public final class PersistedProvider: ProviderWrapper, LayeredProvider {
    /// An answer that is to be stored.
    private struct Answer: Sendable {
        var stored: StoredSnapshot
        var situation: PersistenceSituation
        var report: @Sendable (Diagnostic) -> Void
    }

    /// The wrapped provider.
    public let inner: any FlagProvider
    let layer = ProviderLayer.persisted
    private let archive: SnapshotArchive
    private let time: any TimeSource
    private let writes: LatestWrites<StoreKey, Answer>

    /// Wraps a provider.
    ///
    /// Nothing is read until a client starts.
    ///
    /// - Parameters:
    ///   - inner: The provider whose answers are stored.
    ///   - policy: When stored flags may be served.
    ///   - store: Where they are kept.
    ///   - time: The clock.
    /// - Throws: The reason why this wrapper makes no sense around that provider.
    public init(
        _ inner: any FlagProvider, policy: any PersistencePolicy, store: any SnapshotStore = FileSnapshotStore(),
        time: any TimeSource = SystemTime()
    ) throws(ProviderNestingError) {
        try ProviderLayer.persisted.check(around: inner)
        self.inner = inner
        self.time = time
        let archive = SnapshotArchive(
            scope: StoreKey.Scope(provider: inner.name, environment: inner.environment), store: store, policy: policy)
        self.archive = archive
        writes = LatestWrites { key, answer in
            guard policy.keep(answer.stored.snapshot, answer.situation) else { return }
            await archive.save(answer.stored, as: key, report: answer.report)
        }
    }

    /// Serves one client until its task is cancelled.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let report: @Sendable (Diagnostic) -> Void = { channel.report($0) }
        if request.cause == .start || request.cause == .swap {
            if let problem = archive.policy.problem { report(problem) }
            await archive.trim(report: report)
        }
        guard let key = archive.key(for: request.context) else {
            return try await inner.run(request, into: channel)
        }
        let run = PersistedRun(request, channel, time: time)
        var request = request
        if request.resume == nil, let found = await archive.load(key, for: request.context, report: report) {
            let admission = archive.policy.admit(found.served, situation(request))
            if case .refuse(let deletes) = admission {
                if deletes { await archive.delete(key, report: report) }
            } else {
                request.resume = found.resume
            }
            run.admit(found.served, admission)
        }
        do {
            try await runInner(request, run, storingUnder: key, report)
        } catch {
            run.networkFailed(FlagError(wrapping: error))
            await writes.settle()
            throw error
        }
        await writes.settle()
    }

    /// Forgets what is stored about an identity, and lets the inner provider forget.
    public func erase(_ context: EvaluationContext) async {
        writes.remove { $0.identity == context.identityDigest }
        await writes.settle()
        await archive.erase(context)
        await inner.erase(context)
    }

    private func runInner(
        _ request: FlagRequest, _ run: PersistedRun, storingUnder key: StoreKey,
        _ report: @escaping @Sendable (Diagnostic) -> Void
    ) async throws {
        let situation = situation(request)
        let channel = FlagChannel(
            { [writes, time] state in
                let isHeard = run.publish(state)
                // What nobody listens to any more may be about somebody who was forgotten meanwhile.
                if isHeard, state.isAnswer, let snapshot = state.snapshot {
                    let stored = StoredSnapshot(snapshot, savedAt: time.now)
                    writes.put(key, Answer(stored: stored, situation: situation, report: report))
                }
                return isHeard
            }, report: report)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await run.takeBackInTime() }
            defer { group.cancelAll() }
            try await inner.run(request, into: channel)
            run.networkEnded()
        }
    }

    private func situation(_ request: FlagRequest) -> PersistenceSituation {
        PersistenceSituation(request: request, now: time.now)
    }
}
