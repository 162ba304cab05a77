// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardTransport

/// The rules of one run, which apply the messages of the service for servers.
///
/// Versions order single updates. A flag, a segment, or a deletion counts only if its version is greater than the stored version,
/// including the version of a deleted part. A whole set of rules replaces everything, regardless of the versions.
struct LocalStore: LaunchDarklyStore {
    private let origin: Origin
    private let mapper: LaunchDarklyContextMapper
    private var book: LaunchDarklyRuleBook
    private var rules: LaunchDarklyRules?
    private var revision: Int?
    /// A Boolean value that indicates whether the problems of the current rules have already been reported.
    private var hasReported: Bool

    /// Creates a store with the rules of an earlier run, or an empty store without rules.
    ///
    /// - Parameter hasReported: A Boolean value that indicates whether the problems of the rules have already been reported.
    init(provider: String, mapper: LaunchDarklyContextMapper, resuming rules: LaunchDarklyRules?, hasReported: Bool) {
        self.hasReported = hasReported
        origin = Origin(.network, provider: provider)
        self.mapper = mapper
        self.rules = rules
        book = rules?.book ?? LaunchDarklyRuleBook(origin: origin)
        revision = rules.map(\.book.revision)
    }

    var isForServers: Bool { true }

    // MARK: Messages

    mutating func receive(
        _ event: ServerSentEvent, _ diagnostics: inout DiagnosticCollector
    ) throws(LaunchDarklyUnreadable) -> LaunchDarklyStoreChange {
        switch LocalNews(event) {
        case .ignored: return .ignored
        case .notJSON: throw .notJSON(event)
        case .invalid(let reason): throw .event(event, reason)
        case .put(let changes):
            return .all(isDifferent: try replace(with: changes, &diagnostics))
        case .change(let part, let version, let text):
            guard isNewer(version, than: part) else { return .one(isNewer: false) }
            var changed = book
            let found = changed.apply(LocalChanges(part, text: text))
            guard !changed.unreadable.contains(part) else {
                throw .event(event, "a part of \"\(part.key)\" can't be read")
            }
            book = changed
            diagnostics.add(DiagnosticCollector(found))
            return .one(isNewer: true)
        }
    }

    mutating func replace(
        with body: [UInt8], _ diagnostics: inout DiagnosticCollector
    ) throws(LaunchDarklyUnreadable) {
        guard let changes = LocalChanges(body) else {
            throw LaunchDarklyUnreadable(
                "sent \(body.count) bytes that aren't rules. Expected an object with \"flags\". Check the service URL.")
        }
        _ = try replace(with: changes, &diagnostics)
    }

    /// Replaces everything, and returns whether anything changed.
    ///
    /// - Throws: An error if no flag can be read, so that the current rules remain.
    private mutating func replace(
        with changes: LocalChanges, _ diagnostics: inout DiagnosticCollector
    ) throws(LaunchDarklyUnreadable) -> Bool {
        let isSameOrigin = book.origin == origin
        // Flags of stored rules have another origin, so all of them are compiled again.
        var changed = isSameOrigin ? book : LaunchDarklyRuleBook(origin: origin)
        let found = changed.apply(changes)
        if changed.flags.keys.isEmpty, changes.flags.contains(where: { changed.unreadable.contains(.flag($0.key)) }) {
            throw .noneReadable(found.first)
        }
        let isDifferent = !isSameOrigin || changed.revision != book.revision
        if !isSameOrigin { revision = nil }
        book = changed
        if isDifferent { hasReported = false }
        if !hasReported { diagnostics.add(DiagnosticCollector(found)) }
        return isDifferent
    }

    private func isNewer(_ version: Int64?, than part: RuleGraph.Part) -> Bool {
        guard let version, let present = book.text(of: part).flatMap(LocalNews.version) else { return true }
        return version > present
    }

    // MARK: Flags

    mutating func flagSet(
        for context: EvaluationContext, after earlier: FlagSet?, tag: String?, facts: [String: FlagValue],
        at now: Instant
    ) -> FlagSet {
        let known = KnownRules(rules: currentRules(), validator: tag, confirmedAt: now, facts: facts)
        return known.flagSet(for: context, after: earlier)
    }

    /// Returns the rules, which are the same object until something changes.
    private mutating func currentRules() -> LaunchDarklyRules {
        if let rules, revision == book.revision { return rules }
        let new = LaunchDarklyRules(book, mapper: mapper)
        rules = new
        revision = book.revision
        return new
    }

    mutating func confirmed(_ flagSet: FlagSet) -> FlagSet {
        guard let moved = book.moved(to: origin), var known = KnownRules<LaunchDarklyRules>(flagSet) else {
            return flagSet
        }
        book = moved
        revision = nil
        known.rules = currentRules()
        return known.flagSet(for: flagSet.context, after: nil)
    }
}
