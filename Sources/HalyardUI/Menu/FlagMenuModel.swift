// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Observation

/// The model of `FlagMenu`, which you can use for a custom flag menu.
///
/// ```swift
/// let menu = FlagMenuModel(flags, declaring: [.init(.newNav), .init(.limit)])
/// menu.searchText = "nav"
/// ```
/// Showing a flag doesn't count as a read. The model retains the client. It creates new rows from all flags when flags or the
/// search text change.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor @Observable
public final class FlagMenuModel: ClientFollower {
    /// A filter for the listed flags.
    public enum Filter: String, Sendable, CaseIterable {
        /// All flags.
        case all
        /// The overridden flags.
        case forced
        /// The flags that have changed since the menu was created.
        case changed
        /// The flags with an error.
        case failed
    }

    /// A flag change since the menu was created.
    public struct Change: Sendable, Identifiable {
        /// The sequence number of the change.
        public let id: Int
        /// The time of the change.
        public let time: Instant
        /// The flag key.
        public let key: String
        /// The old value, or `nil` if the flag was added.
        public let old: FlagValue?
        /// The new value, or `nil` if the flag was removed.
        public let new: FlagValue?
    }

    /// The maximum number of changes in the history.
    public static let historyLimit = 100

    /// The text to search for in keys, values, variants, reasons, origins, and providers.
    public var searchText = ""
    /// The filter for the listed flags.
    public var filter = Filter.all
    /// The state of the client.
    public private(set) var state: FlagClient.State
    /// The changes since the menu was created, starting with the newest.
    public private(set) var history: [Change] = []

    private var table: FlagTable
    @ObservationIgnored private let client: FlagClient
    @ObservationIgnored private let declared: [String: FlagMenuKey]
    @ObservationIgnored private let time: any TimeSource
    @ObservationIgnored private var lastChange = 0

    /// Creates a model of a client's flags.
    ///
    /// - Parameters:
    ///   - client: Client whose flags are shown.
    ///   - declared: Flags that the app declares. They are listed even if the provider doesn't list them.
    ///   - time: Clock for the history.
    public init(_ client: FlagClient, declaring declared: [FlagMenuKey] = [], time: any TimeSource = SystemTime()) {
        self.client = client
        self.declared = Dictionary(declared.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        self.time = time
        let updates = client.updates.makeAsyncIterator()
        let snapshot = client.snapshot()
        (state, table) = (snapshot.state, snapshot.table)
        follow(updates) { model, update in model.apply(update) }
    }

    private func apply(_ update: FlagUpdate) {
        let snapshot = client.snapshot()
        (state, table) = (snapshot.state, snapshot.table)
        for change in update.changes {
            lastChange += 1
            history.insert(
                Change(
                    id: lastChange, time: time.now, key: change.key, old: change.old?.value, new: change.new?.value),
                at: 0)
        }
        if history.count > Self.historyLimit { history.removeLast(history.count - Self.historyLimit) }
    }

    // MARK: Flags

    /// The listed flags, by key in ascending order.
    public var rows: [FlagMenuRow] {
        var rows = table.map { FlagMenuRow($0, declared: declared[$0.key]) }
        rows += declared.values.filter { table[$0.name] == nil }.map { FlagMenuRow(missing: $0) }
        let changed = filter == .changed ? Set(history.map(\.key)) : []
        return rows.filter { row in
            switch filter {
            case .all: true
            case .forced: row.force != nil
            case .changed: changed.contains(row.key)
            case .failed: row.error != nil
            }
        }
        .filter { searchText.isEmpty || $0.matches(searchText) }
        .sorted(by: \.key)
    }

    /// Returns the row of a flag, or `nil` if the flag is unknown.
    public func row(_ key: String) -> FlagMenuRow? {
        table[key].map { FlagMenuRow($0, declared: declared[key]) } ?? declared[key].map { FlagMenuRow(missing: $0) }
    }

    /// Returns an explanation of a flag's value, layer by layer.
    public func explanation(of key: String) -> Explanation {
        _ = state
        return client.explain(key)
    }

    /// Returns the changes of a flag, starting with the newest.
    public func history(of key: String) -> [Change] { history.filter { $0.key == key } }

    // MARK: Overrides

    /// A Boolean value that indicates whether overrides are allowed in this build.
    public var canForce: Bool { client.overrides.isAllowed }

    /// Overrides a flag with a value.
    ///
    /// With `.null`, reads return the caller's default value.
    public func setOverride(_ key: String, to value: FlagValue) {
        client.overrides.set(key, value)
        refreshTable()
    }

    /// Overrides a flag with a value in text form.
    ///
    /// - Throws: An error that describes the expected value. The flag then doesn't change.
    public func setOverride(_ key: String, to text: String, as kind: FlagMenuValueKind) throws(FlagMenuError) {
        setOverride(key, to: try kind.value(of: text))
    }

    /// Accesses whether a flag is on.
    ///
    /// Setting it overrides the flag.
    public subscript(isOn key: String) -> Bool {
        get { row(key)?.value == true }
        set { setOverride(key, to: .bool(newValue)) }
    }

    /// Removes the override of a flag, if it was set in code.
    public func removeOverride(_ key: String) {
        client.overrides.set(key, nil)
        refreshTable()
    }

    /// Removes all overrides that were set in code.
    public func removeAllOverrides() {
        client.overrides.removeAll()
        refreshTable()
    }

    /// Shows an override immediately.
    ///
    /// The later update of the client can be merged with other updates.
    private func refreshTable() { table = client.snapshot().table }

    // MARK: The client

    /// A part of the context, without private attributes.
    public struct ContextPart: Sendable, Hashable, Identifiable {
        /// The kind: `user`, `organization`.
        public let id: String
        /// The key, or `nil` if the part has no key.
        public let key: String?
        /// The attributes by name, except private attributes.
        public let attributes: [String: FlagValue]
    }

    /// The evaluation context, without private attributes.
    public var context: [ContextPart] {
        state.context.withoutPrivateAttributes.parts.map { part in
            ContextPart(id: part.kind.rawValue, key: part.key, attributes: part.attributes)
        }
    }

    /// The recent diagnostics of the client, starting with the newest.
    public var diagnostics: [Diagnostic] {
        _ = state
        return client.diagnostics.recent.reversed()
    }

    /// Requests new flags from the provider, and waits until they are in use.
    public func refresh() async { await client.refresh() }
}
