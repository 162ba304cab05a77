// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Reads, checks, writes, and limits the records of one provider and service.
final class FlagSetArchive: Sendable {
    let scope: StoreKey.Scope
    let store: any FlagStore
    let policy: any PersistencePolicy
    /// The part of the requesting context that a record must match.
    let recordScope: RecordIdentity.Scope
    private let lastFailure = LastFailure()
    private let lastListFailure = LastFailure()
    /// The last record that ``loadNow(_:for:)`` decoded, to avoid decoding it again in the next run.
    private let atHand = Lock<(line: String, stored: StoredFlags)?>(nil)
    /// The time when expired records were last removed.
    private let lastSweep = Lock<Instant?>(nil)

    init(for provider: any FlagProvider, in store: any FlagStore, by policy: any PersistencePolicy) {
        let records = provider.records
        scope = StoreKey.Scope(provider: provider.name, environment: records.service)
        (self.store, self.policy, recordScope) = (store, policy, records.scope)
    }

    /// The maximum number of records, or `nil` for no limit.
    ///
    /// Records for whole contexts always have a limit, because there are far more contexts with different attributes than
    /// identities.
    private var limit: Int? { policy.maxSlots ?? (recordScope == .context ? 20 : nil) }

    /// Returns the key of a context's record, or `nil` if the policy doesn't store one.
    func key(for context: EvaluationContext) -> StoreKey? {
        policy.slot(for: context).map { slot in
            if recordScope == .service { return StoreKey(scope, .anonymous, slot: "rules") }
            let detail = recordScope == .context ? "\n" + context.stableDigest : ""
            return StoreKey(scope, context, slot: slot + detail)
        }
    }

    /// Reads a record.
    ///
    /// It reports an unusable record and removes it, unless a later release of Halyard can use it.
    ///
    /// - Returns: The flags to serve and the flag set to resume from, which is `nil` if the attributes have changed.
    func load(
        _ key: StoreKey, for context: EvaluationContext, report: (Diagnostic) -> Void
    ) async -> (served: StoredFlags, resume: FlagSet?)? {
        let bytes: [UInt8]?
        do { bytes = try await store.load(key) } catch {
            report(
                diagnostic(
                    "storeUnreadable", key, "The stored flags can't be read: \(error).", "Halyard requests them again.")
            )
            return nil
        }
        guard let bytes else { return nil }
        do throws(FlagSetRecord.Fault) {
            let record = try FlagSetRecord(bytes)
            let context = recordScope == .service ? .anonymous : context
            let known = atHand.withLock { $0.take() }
            if let known, known.line == record.line, known.stored.flagSet.context == context {
                return (known.stored, known.stored.resume)
            }
            let served = try record.stored(for: context)
            return (served, served.resume)
        } catch {
            await heal(error, key, report)
            return nil
        }
    }

    /// Reads a record on this thread.
    ///
    /// Returns `nil` if the store doesn't support this or the record is unusable, which ``load(_:for:report:)`` reports.
    func loadNow(_ key: StoreKey, for context: EvaluationContext) -> StoredFlags? {
        guard let store = store as? any ImmediateFlagStore, let bytes = try? store.loadNow(key),
            let record = try? FlagSetRecord(bytes),
            let stored = try? record.stored(for: recordScope == .service ? .anonymous : context)
        else { return nil }
        atHand.withLock { $0 = (record.line, stored) }
        return stored
    }

    /// The records that haven't been written to the store yet, or `nil` if the store doesn't track them.
    var unwritten: UnwrittenRecords? { (store as? any ImmediateFlagStore)?.unwritten }

    /// Adds a record that isn't written yet, so that the store can return it.
    func willWrite(
        _ stored: StoredFlags, as key: StoreKey, if isWanted: @escaping @Sendable () -> Bool
    ) -> UnwrittenRecords.Number? {
        unwritten?.add(key) { [limit] in limit != 0 && isWanted() ? FlagSetRecord.bytes(of: stored) : nil }
    }

    /// Removes an unwritten record that has been written, or won't be.
    func written(_ key: StoreKey, _ number: UnwrittenRecords.Number?) {
        if let number { unwritten?.remove(key, number) }
    }

    /// Writes a record, removes records beyond the policy's limits, and reports the same error only once.
    func save(_ stored: StoredFlags, as key: StoreKey, report: (Diagnostic) -> Void) async {
        // The removal comes before the write, because reading a record marks it as used.
        if let maxAge = policy.maxAge, isSweepDue(every: maxAge, at: stored.savedAt) {
            // An older store without a limit can contain many records.
            if limit != nil { await tidy(report: report) }
            await removeRecords(olderThan: maxAge, at: stored.savedAt, except: key, report: report)
        }
        do {
            try await store.save(FlagSetRecord.bytes(of: stored), as: key)
            lastFailure.clear()
        } catch is StateFiles.Problem {
            // The store's own diagnostic reports this problem.
        } catch {
            if lastFailure.isNew(error) {
                report(
                    diagnostic(
                        "storeUnwritable", key, "The flags can't be stored: \(error).",
                        "Free disk space, or use another folder. Halyard serves the flags anyway."))
            }
        }
        if limit != nil { await tidy(report: report) }
    }

    private func isSweepDue(every maxAge: Duration, at now: Instant) -> Bool {
        lastSweep.withLock { last in
            // The last time is in the future if the clock was set back.
            if let last, last <= now, now - last < maxAge { return false }
            last = now
            return true
        }
    }

    /// Removes the expired records of other contexts.
    private func removeRecords(
        olderThan maxAge: Duration, at now: Instant, except current: StoreKey, report: (Diagnostic) -> Void
    ) async {
        // Reads the least recently used records first, so that they keep their order.
        for key in (await keys(report) ?? []).reversed() where key != current {
            guard let bytes = try? await store.load(key), let savedAt = (try? FlagSetRecord(bytes))?.savedAt,
                now - savedAt > maxAge
            else { continue }
            await delete(key, report: report)
        }
    }

    /// Removes a record.
    func delete(_ key: StoreKey, report: (Diagnostic) -> Void) async {
        do { try await store.delete(key) } catch {
            report(
                diagnostic("storeUnwritable", key, "Stored flags can't be removed: \(error).", "Remove them manually."))
        }
    }

    /// Removes records beyond the policy's limit.
    ///
    /// Listing the records also lets a store clean up.
    func tidy(report: (Diagnostic) -> Void) async {
        guard let keys = await keys(report), let limit else { return }
        for key in keys.dropFirst(max(0, limit)) { await delete(key, report: report) }
    }

    /// Returns the diagnostic for stored flags of another identity, according to the provider.
    func strangers(_ key: StoreKey) -> Diagnostic {
        diagnostic(
            "storedForeign", key, "The stored flags are for a key that this device no longer has.",
            "Halyard requests them again.")
    }

    /// Returns the diagnostic for stored rules that the provider can't read.
    func unreadableRules(_ key: StoreKey) -> Diagnostic {
        diagnostic(
            "storedDamaged", key, "The stored rules can't be read and were removed.", "Halyard requests them again.")
    }

    /// Returns the diagnostic for a network request that didn't wait for the store.
    func isSlow(_ patience: Duration) -> Diagnostic {
        diagnostic(
            "storeSlow", nil, "The flag store hasn't responded within \(patience).",
            "Halyard requests the flags from the network.")
    }

    /// Deletes the records of an identity, except for rules, which don't belong to an identity.
    func erase(_ context: EvaluationContext) async {
        if recordScope == .service { return }
        for key in await keys({ _ in }) ?? [] where key.identity == context.identityDigest {
            await delete(key, report: { _ in })
        }
    }

    private func keys(_ report: (Diagnostic) -> Void) async -> [StoreKey]? {
        do {
            let keys = try await store.keys(in: scope)
            lastListFailure.clear()
            return keys
        } catch {
            if lastListFailure.isNew(error) {
                report(
                    diagnostic(
                        "storeUnreadable", nil, "The stored flags can't be listed: \(error).", "They remain stored."))
            }
            return nil
        }
    }

    private func heal(_ fault: FlagSetRecord.Fault, _ key: StoreKey, _ report: (Diagnostic) -> Void) async {
        switch fault {
        case .damaged(let why):
            report(diagnostic("storedDamaged", key, "The stored flags are damaged: \(why). They were removed.", ""))
            await delete(key, report: report)
        case .foreign:
            report(
                diagnostic("storedForeign", key, "The stored flags belong to another context. They were removed.", ""))
            await delete(key, report: report)
        case .unknownVersion(let version):
            report(
                diagnostic(
                    "storedVersion", key,
                    "The stored flags use format \(version), which this version of Halyard doesn't support.",
                    "Update Halyard. Otherwise, the next response replaces them."))
        }
    }

    private func diagnostic(
        _ code: Diagnostic.Code, _ key: StoreKey?, _ message: String, _ suggestion: String
    ) -> Diagnostic {
        let place = (store as? FileFlagStore).flatMap { store in key.map { store.path(of: $0) } }
        return Diagnostic(code, .warning, location: place.map { .init(file: $0) }, message, suggestion: suggestion)
    }
}
