// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Stores the unsent events of one environment, with one file for each request.
///
/// A process claims a file before sending it, so that no other process sends it at the same time. A claim expires after 10 minutes,
/// because its process has probably ended. Lost events are reported with their number. Disk access happens off the cooperative
/// thread pool, in the order of the calls, and in one process at a time. It's safe to use from any thread.
package final class EventStore: Sendable {
    /// Stored events that this process has claimed.
    ///
    /// End the claim with ``EventStore/remove(_:)`` or ``EventStore/release(_:)``.
    package struct Claim: Sendable {
        /// The events to send.
        package let payload: EventPayload
        fileprivate let file: StoredEventsFile
    }

    private static let claimAge = Duration.seconds(600)
    private static let lock = "events"

    private let folder: String
    private let limits: EventStorageOptions
    private let provider: String
    private let noun: String
    private let place: StateFiles
    private let time: any TimeSource
    private let work = SerialWork()
    private let hasReportedStrangers = Lock(false)
    private let lastFailure = LastFailure()

    /// Creates a store.
    ///
    /// It doesn't perform I/O until the first call.
    ///
    /// - Parameters:
    ///   - provider: The provider's name, for diagnostics and the folder's name.
    ///   - noun: The plural noun for the counted events, capitalized.
    ///   - environment: The identification of the vendor's service.
    ///   - place: The state folder.
    ///   - limits: The limits on size and age.
    ///   - time: The clock.
    package init(
        provider: String, noun: String, environment: String, in place: StateFiles, limits: EventStorageOptions,
        time: any TimeSource
    ) {
        let scope = StoreKey.Scope(provider: "\(provider)-events", environment: environment)
        self.provider = provider
        self.noun = noun
        self.place = place
        folder = place.path(scope.digest)
        self.limits = limits
        self.time = time
    }

    /// Stores a payload and returns diagnostics, including diagnostics about older events that it removed.
    ///
    /// - Parameter payload: Returns the payload, or `nil` if it's no longer needed. Called after all earlier requested deletions.
    package func keep(_ payload: @escaping @Sendable () -> EventPayload?) async -> [Diagnostic] {
        await run { [self] in
            guard let payload = payload() else { return [] }
            if let problem = place.problem, problem.preventsStoring {
                return [dropped(payload.count, "They can't be stored, because \(problem).", problem.suggestion)]
            }
            var diagnostics: [Diagnostic] = []
            do throws(FileError) {
                try files.makeFolder(folder, isBackedUp: false)
                try withExclusiveAccess { () throws(FileError) in try write(payload, &diagnostics) }
            } catch {
                diagnostics.append(
                    dropped(
                        payload.count, "They couldn't be stored: \(error).", "Check the folder and the free disk space."
                    ))
            }
            return diagnostics
        }
    }

    /// Claims the oldest events that nobody is sending.
    ///
    /// The claim is `nil` if there are none.
    package func claim() async -> (claim: Claim?, diagnostics: [Diagnostic]) {
        await run { [self] in
            guard hasFolder else { return (nil, []) }
            var diagnostics: [Diagnostic] = []
            do throws(FileError) {
                let claim = try withExclusiveAccess { () throws(FileError) in try claimNow(&diagnostics) }
                return (claim, diagnostics)
            } catch {
                return (nil, diagnostics + unreadable(error))
            }
        }
    }

    /// Deletes claimed events after the service accepted or rejected them.
    package func remove(_ claim: Claim) async -> [Diagnostic] {
        await change { [self] () throws(FileError) in try files.remove(path(claim.file)) }
    }

    /// Releases claimed events that couldn't be sent.
    package func release(_ claim: Claim) async -> [Diagnostic] {
        await change { [self] () throws(FileError) in
            // An erasure in the meantime removes the file.
            guard (try? files.stamp(of: path(claim.file))) != nil else { return }
            try files.move(path(claim.file), to: path(claim.file.claimed(at: nil)))
        }
    }

    /// Deletes the stored events about an identity, including those that are being sent.
    package func erase(_ identity: String) async -> [Diagnostic] {
        await change { [self] () throws(FileError) in
            try forEach { file throws(FileError) in
                guard let payload = EventPayload(try files.contents(of: path(file))) else { return }
                var rest = payload
                rest.erase(identity)
                if rest.events.isEmpty {
                    try files.remove(path(file))
                } else if rest != payload {
                    try files.replace(path(file), with: rest.bytes)
                }
            }
        }
    }

    /// Deletes all events, after all earlier calls.
    package func clear(report: @escaping @Sendable (Diagnostic) -> Void) {
        let diagnostics = enqueue { [self] in
            changeNow { () throws(FileError) in
                try forEach { file throws(FileError) in try files.remove(path(file)) }
            }
        }
        Task { for diagnostic in await diagnostics.value { report(diagnostic) } }
    }
}

// Work on a thread that can block.
extension EventStore {
    private func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await work.run { await BlockingWork.run(body) }
    }

    private func enqueue(_ body: @escaping @Sendable () -> [Diagnostic]) -> Task<[Diagnostic], Never> {
        work.enqueue { await BlockingWork.run(body) }
    }

    private func change(_ body: @escaping @Sendable () throws(FileError) -> Void) async -> [Diagnostic] {
        await run { [self] in changeNow(body) }
    }

    private func changeNow(_ body: () throws(FileError) -> Void) -> [Diagnostic] {
        guard hasFolder else { return [] }
        do throws(FileError) {
            try withExclusiveAccess(body)
            return []
        } catch {
            return [unwritable(error)]
        }
    }

    private var files: any FileSystem { place.files }

    private func withExclusiveAccess<Result>(_ body: () throws(FileError) -> Result) throws(FileError) -> Result {
        try files.withExclusiveAccess(to: FilePath.resolve(Self.lock, in: folder), body)
    }

    private var hasFolder: Bool { (try? files.stamp(of: folder)) != nil || (try? files.names(in: folder)) != nil }

    private func path(_ file: StoredEventsFile) -> String { FilePath.resolve(file.name, in: folder) }

    /// All files, the oldest first.
    private func list() throws(FileError) -> [StoredEventsFile] {
        try files.names(in: folder).compactMap(StoredEventsFile.init(name:))
    }

    /// Removes partially written files of ended processes, and finds unknown files.
    private func tidy(_ diagnostics: inout [Diagnostic], _ problem: inout FileError?) throws(FileError) {
        var strangers: [String] = []
        let names = try files.names(in: folder)
        for name in names where StoredEventsFile(name: name) == nil && name != Self.lock + ".lock" {
            guard name.hasSuffix(".tmp") else {
                strangers.append(name)
                continue
            }
            do throws(FileError) {
                // No process is writing this file, because writing requires the lock.
                try files.remove(FilePath.resolve(name, in: folder))
            } catch {
                problem = problem ?? error
                continue
            }
            guard let file = StoredEventsFile(halfWritten: name), !names.contains(file.name) else { continue }
            diagnostics.append(dropped(file.count, "The process ended while it was storing them.", ""))
        }
        let isNew = hasReportedStrangers.withLock { hasReported in
            defer { hasReported = hasReported || !strangers.isEmpty }
            return !hasReported
        }
        if isNew, let first = strangers.first { diagnostics.append(stranger(first, strangers.count)) }
    }

    /// Applies `body` to all files, and then throws the first error.
    private func forEach(_ body: (StoredEventsFile) throws(FileError) -> Void) throws(FileError) {
        var problem: FileError?
        for file in try list() {
            do throws(FileError) { try body(file) } catch { problem = problem ?? error }
        }
        if let problem { throw problem }
    }

    private func write(_ payload: EventPayload, _ diagnostics: inout [Diagnostic]) throws(FileError) {
        let bytes = payload.bytes
        guard bytes.count <= limits.size else {
            diagnostics.append(dropped(payload.count, tooLarge, "Set a larger storedEventsSize."))
            return
        }
        var stored: [(file: StoredEventsFile, size: Int)] = []
        for file in try list() where !expire(file, &diagnostics) {
            stored.append((file, Int((try? files.stamp(of: path(file)).size) ?? 0)))
        }
        var size = stored.reduce(bytes.count) { $0 + $1.size }
        for (file, fileSize) in stored where size > limits.size && isFree(file) {
            guard (try? files.remove(path(file))) != nil else { continue }
            size -= fileSize
            diagnostics.append(dropped(file.count, tooLarge, "Set a larger storedEventsSize."))
        }
        guard size <= limits.size else {
            diagnostics.append(dropped(payload.count, tooLarge, "Set a larger storedEventsSize."))
            return
        }
        try files.replace(path(StoredEventsFile(payload, savedAt: time.now)), with: bytes)
        diagnostics.append(kept(payload.count))
    }

    /// Claims the oldest available file.
    ///
    /// It skips a file that can't be read or claimed, and reports the first error.
    private func claimNow(_ diagnostics: inout [Diagnostic]) throws(FileError) -> Claim? {
        var problem: FileError?
        defer { if let problem { diagnostics += unreadable(problem) } }
        try tidy(&diagnostics, &problem)
        for file in try list() where isFree(file) && !expire(file, &diagnostics) {
            do throws(FileError) {
                if let claim = try claimNow(file, &diagnostics) { return claim }
            } catch {
                problem = problem ?? error
            }
        }
        if problem == nil { lastFailure.clear() }
        return nil
    }

    /// Claims a file, or removes it if it's damaged.
    private func claimNow(_ file: StoredEventsFile, _ diagnostics: inout [Diagnostic]) throws(FileError) -> Claim? {
        guard let payload = EventPayload(try files.contents(of: path(file))) else {
            try files.remove(path(file))
            diagnostics.append(dropped(file.count, "Halyard removed their damaged file: \(path(file)).", ""))
            return nil
        }
        let claimed = file.claimed(at: time.now)
        try files.move(path(file), to: path(claimed))
        return Claim(payload: payload, file: claimed)
    }

    /// Returns whether no process is sending a file.
    private func isFree(_ file: StoredEventsFile) -> Bool {
        // A claim from the future means that the clock was set back. It must not last forever.
        file.claimedAt.map { !(.zero...Self.claimAge).contains(time.now - $0) } ?? true
    }

    /// Removes a file if it has expired, and returns whether it did.
    private func expire(_ file: StoredEventsFile, _ diagnostics: inout [Diagnostic]) -> Bool {
        guard time.now - file.savedAt > limits.age, (try? files.remove(path(file))) != nil else { return false }
        diagnostics.append(
            dropped(file.count, "They were stored for longer than \(limits.age).", "Set a longer storedEventsAge."))
        return true
    }
}

// The diagnostics.
extension EventStore {
    private func kept(_ count: Int) -> Diagnostic {
        Diagnostic(
            "eventsStored", .info, subject: provider,
            "\(noun) stored: \(count). Halyard sends them when the service is reachable again."
        )
    }

    private func dropped(_ count: Int, _ reason: String, _ suggestion: String) -> Diagnostic {
        .eventsDropped(noun, count, of: provider, reason, suggestion: suggestion)
    }

    private var tooLarge: String { "The limit for stored events is \(limits.size) bytes." }

    private func stranger(_ name: String, _ count: Int) -> Diagnostic {
        Diagnostic(
            "storedForeign", .warning, subject: provider,
            location: .init(file: FilePath.resolve(name, in: folder)),
            "Unknown files among the stored events: \(count). Halyard ignores them.",
            suggestion: "Remove them.")
    }

    /// Returns the diagnostic for events that can't be claimed, unless the same failure was already reported.
    private func unreadable(_ error: FileError) -> [Diagnostic] {
        guard lastFailure.isNew(error) else { return [] }
        return [
            Diagnostic(
                "storeUnreadable", .warning, subject: provider, location: .init(file: folder),
                "Stored events can't be read: \(error). They remain stored.", suggestion: "Check the folder.")
        ]
    }

    private func unwritable(_ error: FileError) -> Diagnostic {
        Diagnostic(
            "storeUnwritable", .warning, subject: provider, location: .init(file: folder),
            "Stored events can't be changed: \(error).",
            suggestion: "Check the folder, or remove the files. Otherwise, the events might be sent again.")
    }
}
