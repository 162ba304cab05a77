// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Observation

/// What a menu of flags shows, and what one can do in it: `FlagMenu`'s own model, for a menu of another look.
///
/// ```swift
/// let menu = FlagMenuModel(flags, declaring: [.init(.newNav), .init(.limit)])
/// menu.searchText = "nav"
/// ```
/// Showing a flag counts nothing. Keeps the client alive. Rows are made anew when flags change or are searched for; that costs a
/// walk over all flags.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor @Observable
public final class FlagMenuModel: ClientFollower {
    /// Which flags are listed.
    public enum Filter: String, Sendable, CaseIterable {
        /// All.
        case all
        /// Those that something forces.
        case forced
        /// Those that have changed since the menu was made.
        case changed
        /// Those that have an error.
        case failed
    }

    /// A change of a flag while the menu existed.
    public struct Change: Sendable, Identifiable {
        /// The number of the change.
        public let id: Int
        /// When.
        public let time: Instant
        /// The flag's name.
        public let key: String
        /// The value before; nil when there was no such flag.
        public let old: FlagValue?
        /// The value from then on; nil when the flag went away.
        public let new: FlagValue?
    }

    /// How many changes are remembered, the newest ones.
    public static let historyLimit = 100

    /// What is searched for in keys, values, variants, reasons and providers.
    public var searchText = ""
    /// Which flags are listed.
    public var filter = Filter.all
    /// The state of the client.
    public private(set) var state: FlagClient.State
    /// The changes since the menu was made, the newest first.
    public private(set) var history: [Change] = []

    private var table: FlagTable
    @ObservationIgnored private let client: FlagClient
    @ObservationIgnored private let declared: [String: FlagMenuKey]
    @ObservationIgnored private let time: any TimeSource
    @ObservationIgnored private var lastChange = 0

    /// Makes a model of a client.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - declared: The flags that the app declares; they are listed even where the provider does not list them.
    ///   - time: The clock for the history.
    public init(_ client: FlagClient, declaring declared: [FlagMenuKey] = [], time: any TimeSource = SystemTime()) {
        self.client = client
        self.declared = Dictionary(declared.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        self.time = time
        let updates = client.updates.makeAsyncIterator()
        let view = client.snapshot()
        (state, table) = (view.state, view.table)
        follow(updates) { model, update in model.take(update) }
    }

    private func take(_ update: FlagUpdate) {
        let view = client.snapshot()
        (state, table) = (view.state, view.table)
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

    /// The flags to list, by name in ascending order.
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

    /// The row of a flag; nil when there is no such flag.
    public func row(_ key: String) -> FlagMenuRow? {
        table[key].map { FlagMenuRow($0, declared: declared[key]) } ?? declared[key].map { FlagMenuRow(missing: $0) }
    }

    /// Why a flag has its value, layer by layer.
    public func explanation(of key: String) -> Explanation {
        _ = state
        return client.explain(key)
    }

    /// The changes of one flag, the newest first.
    public func history(of key: String) -> [Change] { history.filter { $0.key == key } }

    // MARK: Forcing

    /// Whether flags can be forced in this build.
    public var canForce: Bool { client.overrides.isAllowed }

    /// Forces a flag to a value; `.null` forces the callers' defaults.
    public func setOverride(_ key: String, to value: FlagValue) {
        client.overrides.set(key, value)
        refreshTable()
    }

    /// Forces a flag to the value that a text stands for.
    ///
    /// - Throws: An error that says what was expected; nothing is changed.
    public func setOverride(_ key: String, to text: String, as kind: FlagMenuValueKind) throws(FlagMenuError) {
        setOverride(key, to: try kind.value(of: text))
    }

    /// Whether a flag is on; setting it forces the flag.
    public subscript(isOn key: String) -> Bool {
        get { row(key)?.value == true }
        set { setOverride(key, to: .bool(newValue)) }
    }

    /// Lets go of a flag that code forces.
    public func removeOverride(_ key: String) {
        client.overrides.set(key, nil)
        refreshTable()
    }

    /// Lets go of all flags that code forces.
    public func removeAllOverrides() {
        client.overrides.removeAll()
        refreshTable()
    }

    /// Shows what was forced at once; the update that also comes is merged with later ones.
    private func refreshTable() { table = client.snapshot().table }

    // MARK: The client

    /// A part of the context, without what is private.
    public struct ContextPart: Sendable, Hashable, Identifiable {
        /// The kind: `user`, `organization`.
        public let id: String
        /// The key; nil when it has none.
        public let key: String?
        /// The attributes by name, but for private ones.
        public let attributes: [String: FlagValue]
    }

    /// The context that flags are requested for, without its private attributes.
    public var context: [ContextPart] {
        state.context.withoutPrivateAttributes.parts.map { part in
            ContextPart(id: part.kind.rawValue, key: part.key, attributes: part.attributes)
        }
    }

    /// The newest findings of the client, the newest first.
    public var findings: [Diagnostic] {
        _ = state
        return client.diagnostics.recent.reversed()
    }

    /// Asks the provider for fresh flags, and waits until they are in place.
    public func refresh() async { await client.refresh() }
}
