// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Reports each diagnostic of a read once, to the most recently served client that is still being served.
///
/// Safe to use from any thread. It holds no lock while it reports.
final class ReadDiagnostics: Sendable {
    private typealias Handler = @Sendable (Diagnostic) -> Void

    private final class Listeners: Sendable {
        private let handlers = Lock<[(id: Int, handler: Handler)]>([])

        var newest: Handler? { handlers.withLock { $0.last?.handler } }

        func add(_ id: Int, _ handler: @escaping Handler) { handlers.withLock { $0.append((id, handler)) } }

        func remove(_ id: Int) { handlers.withLock { $0.removeAll { $0.id == id } } }
    }

    private let listeners: Listeners
    private let reportOnce: DiagnosticDeduplicator
    private let lastID = Lock(0)

    init() {
        let listeners = Listeners()
        self.listeners = listeners
        reportOnce = DiagnosticDeduplicator { listeners.newest?($0) }
    }

    /// Reports to a client until `body` returns.
    func reporting<Result>(
        to channel: FlagChannel, _ body: () async throws -> Result
    ) async rethrows -> Result {
        let id = lastID.withLock { last in
            last += 1
            return last
        }
        listeners.add(id, channel.note)
        defer { listeners.remove(id) }
        return try await body()
    }

    /// Reports a diagnostic unless it was reported before.
    func report(_ diagnostic: Diagnostic) {
        // Stored rules can be read before a client is served. Their diagnostics are reported at the next read.
        if listeners.newest == nil { return }
        reportOnce(diagnostic)
    }
}
