// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Keeps the events of one environment that could not be sent, one file for each request.
///
/// A process claims a file before it sends it, and no other process sends it meanwhile; a claim that is ten minutes old
/// belongs to a process that ended, and is void. Lost events are reported with their number. The disk is used off the
/// cooperative pool, one call after the other in the order in which they were made, and by one process at a time. Safe to
/// use from any thread.
package final class EventStore: Sendable {
    /// Stored events claimed by this process; end the claim with ``EventStore/remove(_:)`` or ``EventStore/release(_:)``.
    package struct Claim: Sendable {
        /// The events to send.
        package let payload: EventPayload
        fileprivate let file: StoredEventsFile
    }

    private static let claimAge = Duration.seconds(600)
    private static let lock = "events"

    private let folder: String
    private let limits: EventStorage
    private let provider: String
    private let noun: String
    private let place: StateFiles
    private let time: any TimeSource
    private let work = SerialWork()
    private let hasReportedStrangers = Lock(false)
    private let lastFailure = LastFailure()

    /// Creates a store.
    ///
    /// Reads and writes nothing until it is used.
    ///
    /// - Parameters:
    ///   - provider: The provider's name, for diagnostics and the name of the folder.
    ///   - noun: The noun for what is counted, as it begins a sentence.
    ///   - environment: What distinguishes the vendor's services.
    ///   - place: The state folder.
    ///   - limits: How much is kept, and for how long.
    ///   - time: The clock.
    package init(
        provider: String, noun: String, environment: String, in place: StateFiles, limits: EventStorage,
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

    /// Stores a payload and returns what is to be reported, also about earlier ones that had to be removed.
    ///
    /// - Parameter payload: Returns the payload, or nil if it is no longer wanted. Called when it's the payload's turn, after every
    ///   deletion that was requested before.
    package func keep(_ payload: @escaping @Sendable () -> EventPayload?) async -> [Diagnostic] {
        await run { [self] in
            guard let payload = payload() else { return [] }
            if let problem = place.problem, problem.preventsStoring {
                return [dropped(payload.count, "They can't be stored, because \(problem).", problem.suggestion)]
            }
            var findings: [Diagnostic] = []
            do throws(FileError) {
                try files.makeFolder(folder, isBackedUp: false)
                try withExclusiveAccess { () throws(FileError) in try write(payload, &findings) }
            } catch {
                findings.append(
                    dropped(payload.count, "They could not be stored: \(error).", "Make room, or fix the folder."))
            }
            return findings
        }
    }

    /// Claims the oldest events that are not being sent; nil when there are none.
    package func claim() async -> (claim: Claim?, findings: [Diagnostic]) {
        await run { [self] in
            guard hasFolder else { return (nil, []) }
            var findings: [Diagnostic] = []
            do throws(FileError) {
                let claim = try withExclusiveAccess { () throws(FileError) in try claimNow(&findings) }
                return (claim, findings)
            } catch {
                return (nil, findings + unreadable(error))
            }
        }
    }

    /// Deletes events from the disk that were sent, or refused.
    package func remove(_ claim: Claim) async -> [Diagnostic] {
        await change { [self] () throws(FileError) in try files.remove(path(claim.file)) }
    }

    /// Releases events that could not be sent.
    package func release(_ claim: Claim) async -> [Diagnostic] {
        await change { [self] () throws(FileError) in
            // They no longer exist if they were erased meanwhile.
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

    /// Deletes everything, after the calls that were made before.
    package func clear(report: @escaping @Sendable (Diagnostic) -> Void) {
        let findings = begin { [self] in
            changeNow { () throws(FileError) in
                try forEach { file throws(FileError) in try files.remove(path(file)) }
            }
        }
        Task { for finding in await findings.value { report(finding) } }
    }
}

// On a thread that may block.
extension EventStore {
    private func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await work.run { await BlockingWork.run(body) }
    }

    private func begin(_ body: @escaping @Sendable () -> [Diagnostic]) -> Task<[Diagnostic], Never> {
        work.begin { await BlockingWork.run(body) }
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

    /// Removes what a killed process left half written, and finds files that are not the store's.
    private func tidy(_ findings: inout [Diagnostic], _ problem: inout FileError?) throws(FileError) {
        var strangers: [String] = []
        let names = try files.names(in: folder)
        for name in names where StoredEventsFile(name: name) == nil && name != Self.lock + ".lock" {
            guard name.hasSuffix(".tmp") else {
                strangers.append(name)
                continue
            }
            do throws(FileError) {
                // No process is writing it: that happens under the lock.
                try files.remove(FilePath.resolve(name, in: folder))
            } catch {
                problem = problem ?? error
                continue
            }
            guard let file = StoredEventsFile(halfWritten: name), !names.contains(file.name) else { continue }
            findings.append(dropped(file.count, "The process ended while it was storing them.", ""))
        }
        let isNew = hasReportedStrangers.withLock { hasReported in
            defer { hasReported = hasReported || !strangers.isEmpty }
            return !hasReported
        }
        if isNew, let first = strangers.first { findings.append(stranger(first, strangers.count)) }
    }

    /// Applies `body` to all files; the first error is thrown after the last file.
    private func forEach(_ body: (StoredEventsFile) throws(FileError) -> Void) throws(FileError) {
        var problem: FileError?
        for file in try list() {
            do throws(FileError) { try body(file) } catch { problem = problem ?? error }
        }
        if let problem { throw problem }
    }

    private func write(_ payload: EventPayload, _ findings: inout [Diagnostic]) throws(FileError) {
        let bytes = payload.bytes
        guard bytes.count <= limits.size else {
            findings.append(dropped(payload.count, tooLarge, "Allow more of them (storedEventsSize)."))
            return
        }
        var stored: [(file: StoredEventsFile, size: Int)] = []
        for file in try list() where !expire(file, &findings) {
            stored.append((file, Int((try? files.stamp(of: path(file)).size) ?? 0)))
        }
        var size = stored.reduce(bytes.count) { $0 + $1.size }
        for (file, fileSize) in stored where size > limits.size && isFree(file) {
            guard (try? files.remove(path(file))) != nil else { continue }
            size -= fileSize
            findings.append(dropped(file.count, tooLarge, "Allow more of them (storedEventsSize)."))
        }
        guard size <= limits.size else {
            findings.append(dropped(payload.count, tooLarge, "Allow more of them (storedEventsSize)."))
            return
        }
        try files.replace(path(StoredEventsFile(payload, savedAt: time.now)), with: bytes)
        findings.append(kept(payload.count))
    }

    /// Claims the oldest file that can be used.
    ///
    /// A file that can't be read or claimed is skipped, and the first error is reported.
    private func claimNow(_ findings: inout [Diagnostic]) throws(FileError) -> Claim? {
        var problem: FileError?
        defer { if let problem { findings += unreadable(problem) } }
        try tidy(&findings, &problem)
        for file in try list() where isFree(file) && !expire(file, &findings) {
            do throws(FileError) {
                if let claim = try claimNow(file, &findings) { return claim }
            } catch {
                problem = problem ?? error
            }
        }
        if problem == nil { lastFailure.clear() }
        return nil
    }

    /// Claims a file, or removes it if it's damaged.
    private func claimNow(_ file: StoredEventsFile, _ findings: inout [Diagnostic]) throws(FileError) -> Claim? {
        guard let payload = EventPayload(try files.contents(of: path(file))) else {
            try files.remove(path(file))
            findings.append(dropped(file.count, "Their file is damaged: \(path(file)). It was removed.", ""))
            return nil
        }
        let claimed = file.claimed(at: time.now)
        try files.move(path(file), to: path(claimed))
        return Claim(payload: payload, file: claimed)
    }

    /// Whether no process is sending a file.
    private func isFree(_ file: StoredEventsFile) -> Bool {
        // A clock that was set back must not keep a claim for ever.
        file.claimedAt.map { !(.zero...Self.claimAge).contains(time.now - $0) } ?? true
    }

    /// Removes a file if it is too old, and returns whether it was.
    private func expire(_ file: StoredEventsFile, _ findings: inout [Diagnostic]) -> Bool {
        guard time.now - file.savedAt > limits.age, (try? files.remove(path(file))) != nil else { return false }
        findings.append(
            dropped(file.count, "They were stored for longer than \(limits.age).", "Allow more (storedEventsAge)."))
        return true
    }
}

// The findings.
extension EventStore {
    private func kept(_ count: Int) -> Diagnostic {
        Diagnostic(
            "eventsStored", .info, subject: provider,
            "\(noun) stored: \(count), which could not be sent. They are sent when the service can be reached again."
        )
    }

    private func dropped(_ count: Int, _ reason: String, _ suggestion: String) -> Diagnostic {
        .eventsDropped(noun, count, of: provider, reason, suggestion: suggestion)
    }

    private var tooLarge: String { "No more than \(limits.size) bytes are stored, and these were the oldest." }

    private func stranger(_ name: String, _ count: Int) -> Diagnostic {
        Diagnostic(
            "storedForeign", .warning, subject: provider,
            location: .init(file: FilePath.resolve(name, in: folder)),
            "Among the stored events lie files that are none: \(count). They are left alone.",
            suggestion: "Remove them.")
    }

    /// The diagnostic for events that can't be claimed, unless the same failure was reported before.
    private func unreadable(_ error: FileError) -> [Diagnostic] {
        guard lastFailure.isNew(error) else { return [] }
        return [
            Diagnostic(
                "storeUnreadable", .warning, subject: provider, location: .init(file: folder),
                "Stored events cannot be read: \(error).", suggestion: "They are left where they are; fix the folder.")
        ]
    }

    private func unwritable(_ error: FileError) -> Diagnostic {
        Diagnostic(
            "storeUnwritable", .warning, subject: provider, location: .init(file: folder),
            "Stored events cannot be changed: \(error).",
            suggestion: "Fix the folder, or remove the files by hand; they may be sent again otherwise.")
    }
}
