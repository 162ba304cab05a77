// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The records of one provider and service: reads them with all checks, writes the newest, and enforces the limits.
final class FlagSetArchive: Sendable {
    let scope: StoreKey.Scope
    let store: any FlagStore
    let policy: any PersistencePolicy
    /// How exactly a record must match the requesting context.
    let recordScope: RecordIdentity.Scope
    private let lastFailure = LastFailure()
    private let lastListFailure = LastFailure()
    /// The last record that ``loadNow(_:for:)`` decoded, so that the next run doesn't decode it again.
    private let atHand = Lock<(line: String, stored: StoredFlags)?>(nil)
    /// The last time when expired records were removed.
    private let lastSweep = Lock<Instant?>(nil)

    init(for provider: any FlagProvider, in store: any FlagStore, by policy: any PersistencePolicy) {
        let records = provider.records
        scope = StoreKey.Scope(provider: provider.name, environment: records.service)
        (self.store, self.policy, recordScope) = (store, policy, records.scope)
    }

    /// How many records are kept; nil for no limit.
    ///
    /// There are far more contexts that differ in any attribute than identities, so they always have a limit.
    private var limit: Int? { policy.maxSlots ?? (recordScope == .context ? 20 : nil) }

    /// The key of a context's record; nil when the policy does not want one.
    func key(for context: EvaluationContext) -> StoreKey? {
        policy.slot(for: context).map { slot in
            if recordScope == .service { return StoreKey(scope, .anonymous, slot: "rules") }
            let detail = recordScope == .context ? "\n" + context.stableDigest : ""
            return StoreKey(scope, context, slot: slot + detail)
        }
    }

    /// Reads a record; one that cannot be used is reported, and removed unless a later release may need it.
    ///
    /// - Returns: What may be served, and what the provider may resume from: nothing if the attributes were different then.
    func load(
        _ key: StoreKey, for context: EvaluationContext, report: (Diagnostic) -> Void
    ) async -> (served: StoredFlags, resume: FlagSet?)? {
        let bytes: [UInt8]?
        do { bytes = try await store.load(key) } catch {
            report(
                finding(
                    "storeUnreadable", key, "The stored flags cannot be read: \(error).", "They are asked for anew."))
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
    /// Returns nil for a store that can't do that, and for a record that can't be used, which ``load(_:for:report:)`` reports.
    func loadNow(_ key: StoreKey, for context: EvaluationContext) -> StoredFlags? {
        guard let store = store as? any ImmediateFlagStore, let bytes = try? store.loadNow(key),
            let record = try? FlagSetRecord(bytes),
            let stored = try? record.stored(for: recordScope == .service ? .anonymous : context)
        else { return nil }
        atHand.withLock { $0 = (record.line, stored) }
        return stored
    }

    /// The records that are on their way to the store; nil for a store that does not track them.
    var unwritten: UnwrittenRecords? { (store as? any ImmediateFlagStore)?.unwritten }

    /// Lets the store answer with a record that is not written yet.
    func willWrite(
        _ stored: StoredFlags, as key: StoreKey, if isWanted: @escaping @Sendable () -> Bool
    ) -> UnwrittenRecords.Number? {
        unwritten?.put(key) { [limit] in limit != 0 && isWanted() ? FlagSetRecord.bytes(of: stored) : nil }
    }

    /// The record was written, or will not be.
    func written(_ key: StoreKey, _ number: UnwrittenRecords.Number?) {
        if let number { unwritten?.remove(key, number) }
    }

    /// Writes a record, and removes those beyond the policy's limits; the same error is reported once.
    func save(_ stored: StoredFlags, as key: StoreKey, report: (Diagnostic) -> Void) async {
        // Before the write, because reading a record marks it as used.
        if let maxAge = policy.maxAge, isSweepDue(every: maxAge, at: stored.savedAt) {
            // A store from before there was a limit can have many.
            if limit != nil { await tidy(report: report) }
            await removeRecords(olderThan: maxAge, at: stored.savedAt, except: key, report: report)
        }
        do {
            try await store.save(FlagSetRecord.bytes(of: stored), as: key)
            lastFailure.clear()
        } catch is StateFiles.Problem {
            // Reported by the store's finding.
        } catch {
            if lastFailure.isNew(error) {
                report(
                    finding(
                        "storeUnwritable", key, "The flags cannot be stored: \(error).",
                        "Make room, or store them in another folder. They are served all the same."))
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
        // The least recently used ones first, so that they keep their order.
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
                finding("storeUnwritable", key, "Stored flags cannot be removed: \(error).", "Remove them by hand."))
        }
    }

    /// Removes what is beyond the policy's limit; listing the records also lets a store clean up.
    func tidy(report: (Diagnostic) -> Void) async {
        guard let keys = await keys(report), let limit else { return }
        for key in keys.dropFirst(max(0, limit)) { await delete(key, report: report) }
    }

    /// The finding for stored flags that the provider says belong to another identity.
    func strangers(_ key: StoreKey) -> Diagnostic {
        finding(
            "storedForeign", key, "The stored flags were decided for a key that this device has no more.",
            "They are asked for anew.")
    }

    /// The finding for stored rules that the provider cannot read.
    func unreadableRules(_ key: StoreKey) -> Diagnostic {
        finding("storedDamaged", key, "The stored rules cannot be read. They were removed.", "They are asked for anew.")
    }

    /// The finding that the network is asked before the store has answered.
    func isSlow(_ patience: Duration) -> Diagnostic {
        finding(
            "storeSlow", nil, "The store of flags has not answered within \(patience).",
            "The network is asked meanwhile.")
    }

    /// Removes everything about an identity; rules are about no one.
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
                    finding(
                        "storeUnreadable", nil, "The stored flags cannot be listed: \(error).", "They are left alone."))
            }
            return nil
        }
    }

    private func heal(_ fault: FlagSetRecord.Fault, _ key: StoreKey, _ report: (Diagnostic) -> Void) async {
        switch fault {
        case .damaged(let why):
            report(finding("storedDamaged", key, "The stored flags are damaged: \(why). They were removed.", ""))
            await delete(key, report: report)
        case .foreign:
            report(finding("storedForeign", key, "The stored flags are about another context. They were removed.", ""))
            await delete(key, report: report)
        case .unknownVersion(let version):
            report(
                finding(
                    "storedVersion", key, "The stored flags are in a form of version \(version), unknown here.",
                    "They are left alone until the next answer replaces them; a later release of Halyard wrote them."))
        }
    }

    private func finding(
        _ code: Diagnostic.Code, _ key: StoreKey?, _ message: String, _ suggestion: String
    ) -> Diagnostic {
        let place = (store as? FileFlagStore).flatMap { store in key.map { store.path(of: $0) } }
        return Diagnostic(code, .warning, location: place.map { .init(file: $0) }, message, suggestion: suggestion)
    }
}
