// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Stores a provider's flags, and serves them according to a policy: immediately, or if the network fails.
///
/// ```swift
/// let policy = VariantLookupPolicy.networkFirst(persistenceTtl: 86_400)
/// let persisted = try PersistedProvider(vendor, policy: policy)
/// ```
/// The provider resumes from the stored flags of the same context (``FlagRequest/resume``), including their ETag. The
/// ``EvaluatedFlag/origin`` of stored flags shows that they were stored. Records are written asynchronously. When a client's `shutdown`
/// returns, the newest record has been written. The keys of records are digests of provider, service, identity, and slot. Stored
/// flags are never served to another identity. A damaged record is reported and removed. Errors of the store are reported, and
/// never prevent flags from being served. Halyard doesn't wait for a store that takes longer than one second.
public final class PersistedProvider: ProviderWrapper {
    /// A response to store.
    private struct Answer: Sendable {
        var stored: StoredFlags
        /// Returns whether the policy stores the response and the identity hasn't been erased since.
        var isWanted: @Sendable () -> Bool
        /// The response's number among the unwritten records.
        var number: UnwrittenRecords.Number?
        var report: @Sendable (Diagnostic) -> Void
    }

    /// The maximum time that the network request waits for the store.
    private static let patience = Duration.seconds(1)

    /// The wrapped provider.
    public let inner: any FlagProvider
    private let archive: FlagSetArchive
    private let time: any TimeSource
    private let erasures: Erasures
    private let writes: LatestWrites<StoreKey, Answer>
    /// A Boolean value that indicates whether the provider has rules in memory that are newer than the stored ones.
    private let hasNewerRules = Lock(false)

    /// Wraps a provider.
    ///
    /// It doesn't perform I/O until a client starts.
    ///
    /// - Parameters:
    ///   - inner: The provider whose flags are stored.
    ///   - policy: The policy that determines when stored flags are served.
    ///   - store: The store for the flags.
    ///   - time: The clock.
    /// - Throws: An error if this wrapper can't wrap the provider.
    public init(
        _ inner: any FlagProvider, policy: any PersistencePolicy, store: any FlagStore = FileFlagStore(),
        time: any TimeSource = SystemTime()
    ) throws(ProviderNestingError) {
        try ProviderLayer.persisted.check(around: inner)
        self.inner = inner
        self.time = time
        let archive = FlagSetArchive(for: inner, in: store, by: policy)
        let erasures = Erasures()
        (self.archive, self.erasures) = (archive, erasures)
        writes = LatestWrites { key, answer in
            defer { archive.written(key, answer.number) }
            if answer.isWanted() { await archive.save(answer.stored, as: key, report: answer.report) }
        }
    }

    /// Serves one client until its task is canceled.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let report: @Sendable (Diagnostic) -> Void = { channel.report($0) }
        let isFirst = request.cause == .start || request.cause == .swap
        if isFirst, let problem = archive.policy.problem { report(problem) }
        let key = archive.key(for: request.context)
        let isKnown = request.resume != nil || hasNewerRules.withLock { $0 }
        let run = PersistedRun(request, channel, isKnown: isKnown, time: time)
        let isInTime = await withDeadline(Self.patience, on: time) { [self] in
            if isFirst, let diagnostic = await archive.store.diagnostic() { report(diagnostic) }
            if let key, !isKnown { await recall(key, request, run, report) }
            // The record that was just read counts as used, so it isn't removed.
            if isFirst { await archive.tidy(report: report) }
        }
        if !isInTime { report(archive.isSlow(Self.patience)) }
        guard let key else { return try await inner.run(request, into: channel) }
        do {
            try await runInner(request, run, storingUnder: key, report)
        } catch {
            await writes.settle()
            throw error
        }
        await writes.settle()
    }

    /// Deletes the stored data of an identity, in the store and in the inner provider.
    public func erase(_ context: EvaluationContext) async {
        // From here on, responses from before the erasure are no longer written.
        erasures.add(context.identityDigest)
        writes.remove { $0.identity == context.identityDigest }
        archive.unwritten?.erase(context.identityDigest)
        await writes.settle()
        await archive.erase(context)
        await inner.erase(context)
    }

    /// Loads stored flags, and handles them according to the policy.
    private func recall(
        _ key: StoreKey, _ request: FlagRequest, _ run: PersistedRun, _ report: @Sendable (Diagnostic) -> Void
    ) async {
        guard let found = await archive.load(key, for: request.context, report: report) else { return }
        if let inner = inner as? any StoredFlagsChecking,
            !(await inner.isServed(by: found.served.flagSet, for: request.context))
        {
            return report(archive.strangers(key))
        }
        let conditions = PersistenceConditions(request: request, now: time.now)
        let action = archive.policy.action(for: found.served, in: conditions)
        if action == .ignore(delete: true) { await archive.delete(key, report: report) }
        var (served, resume) = found
        if archive.recordScope == .service {
            guard let rules = served.flagSet.decided(by: inner, for: request.context) else {
                report(archive.unreadableRules(key))
                return await archive.delete(key, report: report)
            }
            (served.flagSet, resume) = (rules, resume?.ofRules(for: request.context))
        }
        served.flagSet = await served.flagSet.merged(by: inner)
        run.handle(served, resume: resume, as: action)
    }

    private func runInner(
        _ request: FlagRequest, _ run: PersistedRun, storingUnder key: StoreKey,
        _ report: @escaping @Sendable (Diagnostic) -> Void
    ) async throws {
        var request = request
        request.resume = run.resume
        let channel = run.channel.replacing { [self, request] state in
            let count = erasures.count(of: key.identity)
            var answer: Answer?
            let isHeard = run.publish(state) { flagSet in
                guard flagSet.context == request.context else { return }
                let conditions = PersistenceConditions(request: request, now: time.now)
                let isOfRules = archive.recordScope == .service
                if isOfRules { hasNewerRules.withLock { $0 = true } }
                let stored = StoredFlags(
                    isOfRules ? flagSet.ofRules(for: .anonymous) : flagSet, savedAt: conditions.now)
                let isWanted: @Sendable () -> Bool = { [archive, erasures] in
                    erasures.count(of: key.identity) == count && archive.policy.keep(flagSet, in: conditions)
                }
                let number = archive.willWrite(stored, as: key, if: isWanted)
                answer = Answer(stored: stored, isWanted: isWanted, number: number, report: report)
            }
            if let answer, isHeard {
                writes.enqueue(key, answer)
            } else {
                // A response without a listener can belong to an identity that was erased in the meantime.
                archive.written(key, answer?.number)
            }
            return isHeard
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await run.withdrawExpiredFlags() }
            defer { group.cancelAll() }
            do {
                try await inner.run(request, into: channel)
            } catch {
                if !Task.isCancelled, run.networkEnded(FlagError(wrapping: error)) { try? await group.waitForAll() }
                throw error
            }
            if !Task.isCancelled, run.networkEnded(nil) { try? await group.waitForAll() }
        }
    }
}

extension PersistedProvider: ImmediateProvider {
    /// Returns the stored flags that the policy serves immediately, or `nil` if there are none.
    ///
    /// It reads one file of a ``FileFlagStore`` on this thread, or the memory of an ``InMemoryFlagStore``. For other stores
    /// and for combinations, it returns `nil`. It ignores unreadable records, which the run reports.
    package func cachedFlags(for request: FlagRequest) -> FlagSet? {
        guard let key = archive.key(for: request.context),
            var stored = archive.loadNow(key, for: request.context), stored.flagSet.parts.isEmpty,
            case .serve(_, let until) = archive.policy.action(
                for: stored, in: PersistenceConditions(request: request, now: time.now))
        else { return nil }
        if archive.recordScope == .service {
            guard let decided = stored.flagSet.decided(by: inner, for: request.context) else { return nil }
            stored.flagSet = decided
        }
        return PersistedRun.served(stored, until: until)
    }
}
