// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A provider under another name, so that two of one kind can be distinguished in a combination.
///
/// Its flags are the inner provider's with another origin. A flag that did not change keeps its object, so an update costs
/// as much as the inner provider's own.
struct RenamedProvider: ProviderWrapper, MappingProvider {
    let inner: any FlagProvider
    let name: String

    init(_ inner: any FlagProvider, to name: String) {
        self.inner = inner
        self.name = name
    }

    /// It takes the inner provider's place, so it has the same children, or none if that has none.
    var children: [any FlagProvider] {
        inner.children.map { $0.name == inner.name ? RenamedProvider($0, to: name) : $0 }
    }

    /// The inner provider's sinks, under the new name.
    var sinks: [ProviderSink] {
        inner.sinks.map { sink in
            var renamed = sink
            if sink.provider == inner.name { renamed.provider = name }
            return renamed
        }
    }

    func mapping(of context: EvaluationContext) -> ContextMapping? {
        var mapping = (inner as? any MappingProvider)?.mapping(of: context)
        mapping?.provider = name
        return mapping
    }

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        var request = request
        let names = (inner: inner.name, outer: name)
        let renamed = FlagMap { $0.moving(from: names.inner, to: names.outer) }
        let map = TableMap { $0.moving(from: names.inner, to: names.outer) }
        if let resumed = request.resume {
            let own = FlagTable(resumed.table.map { $0.moving(from: names.outer, to: names.inner) })
            map.begin(own, resumed.table)
            request.resume = resumed.exchanging(own, rules: nil)
        }
        try await inner.run(
            request,
            into: channel.map { state in
                var state = state
                state.snapshot = state.snapshot.map { snapshot in
                    snapshot.exchanging(
                        map.next(snapshot.table), rules: snapshot.rules.map { RenamedRules($0, renamed) })
                }
                return state
            })
    }
}

/// Makes a table from another, flag by flag, and each following one from what changed.
final class TableMap: Sendable {
    private let tables = Lock<(inner: FlagTable, outer: FlagTable)>(([], []))
    private let transform: @Sendable (Flag) -> Flag

    init(_ transform: @escaping @Sendable (Flag) -> Flag) { self.transform = transform }

    /// Continues from a pair of tables that belong together.
    func begin(_ inner: FlagTable, _ outer: FlagTable) { tables.withLock { $0 = (inner, outer) } }

    func next(_ inner: FlagTable) -> FlagTable {
        tables.withLock { tables in
            var outer = tables.outer
            inner.forEachDifference(since: tables.inner) { old, new in
                if let new { outer.set(transform(new)) } else if let old { outer.remove(old.key) }
            }
            tables = (inner, outer)
            return outer
        }
    }
}
