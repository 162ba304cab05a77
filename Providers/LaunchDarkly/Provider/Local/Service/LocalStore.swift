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

    /// Creates a store with the rules of an earlier run, or an empty store without rules.
    init(provider: String, mapper: LaunchDarklyContextMapper, resuming rules: LaunchDarklyRules?) {
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
            return .all(isDifferent: replace(with: changes, &diagnostics))
        case .change(let part, let version, let text):
            guard isNewer(version, than: part) else { return .one(isNewer: false) }
            guard LaunchDarklyRuleBook.canRead(text, as: part) else {
                throw .event(event, "a part of \"\(part.key)\" can't be read")
            }
            diagnostics.add(DiagnosticCollector(book.apply(LocalChanges(part, text: text))))
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
        _ = replace(with: changes, &diagnostics)
    }

    /// Replaces everything, and returns whether anything changed.
    private mutating func replace(with changes: LocalChanges, _ diagnostics: inout DiagnosticCollector) -> Bool {
        let before = book.origin == origin ? book.revision : nil
        if before == nil {
            // Flags of stored rules have another origin, so all of them are compiled again.
            book = LaunchDarklyRuleBook(origin: origin)
            revision = nil
        }
        diagnostics.add(DiagnosticCollector(book.apply(changes)))
        return book.revision != before
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
        let current = currentRules()
        let known = KnownRules(rules: current, validator: tag, confirmedAt: now)
        var flagSet = known.flagSet(for: context, after: earlier)
        if case .object(let content) = flagSet.providerData {
            flagSet.providerData = .object(content.merging(facts) { content, _ in content })
        }
        return flagSet
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
        guard let moved = book.moved(to: origin) else { return flagSet }
        book = moved
        revision = nil
        let known = KnownRules(
            rules: currentRules(), validator: flagSet.validator, confirmedAt: flagSet.confirmedAt)
        return known.flagSet(for: flagSet.context, after: nil)
    }
}
