// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Looks at a client's kill switch in every interval, and lets go of what it forces when it expires.
///
/// Belongs to one source: a client whose kill switch is replaced gets another follower. Safe to use from any thread.
final class KillSwitchFollower: Sendable {
    private struct Tasks {
        var reading: Task<Void, Never>?
        var expiry: Task<Void, Never>?
        var hasEnded = false
    }

    private let reader: KillSwitchReader
    private let time: any TimeSource
    private let tasks = Lock(Tasks())

    /// - Parameter reader: The reader, which has read the file once if the client was made with it.
    init(_ reader: KillSwitchReader, on time: any TimeSource) {
        self.reader = reader
        self.time = time
    }

    /// Begins to follow the source, from the client's start on; a second call does nothing.
    func start(for client: FlagClient) {
        tasks.withLock { tasks in
            guard tasks.reading == nil, !tasks.hasEnded else { return }
            tasks.reading = Task { [weak client] in await self.read { client } }
        }
    }

    /// Ends everything that the object does.
    func end() {
        let ended = tasks.withLock { tasks in
            tasks.hasEnded = true
            return [tasks.reading.take(), tasks.expiry.take()]
        }
        for task in ended { task?.cancel() }
    }

    private func read(for client: () -> FlagClient?) async {
        if let client = client() { awaitExpiry(for: client) }
        var reader = reader
        while !Task.isCancelled {
            guard let mode = client()?.published.state.mode else { return }
            if mode == .online || !reader.source.usesNetwork {
                let found = await reader.next(on: time)
                guard !Task.isCancelled, let client = client() else { return }
                for finding in found.findings { client.diagnostics.report(finding) }
                if let document = found.document, client.takeKillSwitch(document, from: self) {
                    awaitExpiry(for: client)
                }
            }
            if (try? await time.sleep(for: reader.source.refresh)) == nil { return }
        }
    }

    /// Reports the expiry to the client's observers when it comes; reads check it themselves.
    private func awaitExpiry(for client: FlagClient) {
        let task = client.published.killSwitchExpiry.map { expires in
            Task { [weak client, time] in
                // The wall clock may have been set back meanwhile.
                while time.now < expires {
                    if (try? await time.sleep(for: expires - time.now)) == nil { return }
                }
                client?.endKillSwitch()
            }
        }
        let replaced = tasks.withLock { tasks in
            if tasks.hasEnded { return task }
            defer { tasks.expiry = task }
            return tasks.expiry
        }
        replaced?.cancel()
    }
}
