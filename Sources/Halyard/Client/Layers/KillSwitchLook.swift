// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Looks at a kill switch again and again, and knows what it saw the last time.
struct KillSwitchLook: Sendable {
    /// What a look brought; nothing when all is as before.
    struct Found: Sendable, Hashable {
        var document: KillSwitchDocument?
        var findings: [Diagnostic] = []
    }

    let source: KillSwitch
    private var watch: FileWatch?
    private var validator: String?
    private var lastFindings: [Diagnostic] = []

    init(_ source: KillSwitch) {
        self.source = source
        if case .file(let path, let files) = source.place { watch = FileWatch(path, files: files) }
    }

    /// Reads a file on this thread, for a client that is being made; a URL is not asked.
    mutating func first(at now: Instant) -> Found {
        guard case .file(let path, let files) = source.place else { return Found() }
        return found(Result { () throws(FileError) in try files.contents(of: path) }.mapError { $0 }, at: now)
    }

    /// Looks whether there is another document.
    mutating func next(on time: any TimeSource) async -> Found {
        switch source.place {
        case .file(let path, let files):
            guard await watch?.hasChanged() == true else { return Found() }
            let result = await Self.contents(of: path, files)
            if case .failure = result { watch?.forget() }
            return found(result.mapError { $0 }, at: time.now)
        case .url(let url, let fetcher):
            let request = DocumentFetcher.Request(
                url, validator: validator, maximumBytes: KillSwitchDocument.maximumBytes)
            switch await Self.answer(fetcher, request, time) {
            case .success(.notModified):
                lastFindings = []
                return Found()
            case .success(.document(let bytes, let validator)):
                let found = found(.success(bytes), at: time.now)
                // What was refused is looked at again, whoever is to blame.
                self.validator = found.document == nil ? nil : validator
                return found
            case .failure(let error):
                return found(.failure(error), at: time.now)
            }
        }
    }

    private mutating func found(_ result: Result<[UInt8], any Error>, at now: Instant) -> Found {
        var found = Found()
        do {
            found.document = try source.read(result.get(), source.name, now)
            if let expires = found.document?.expires, expires <= now { found.findings = [expired(expires)] }
        } catch let error as ConfigurationError {
            found.findings = error.findings
        } catch {
            let reason = (error as? FileError)?.reason ?? (error as? FlagError)?.message ?? "\(error)"
            found.findings = [unreadable(reason)]
        }
        let isKnown = found.findings == lastFindings
        lastFindings = found.findings
        if isKnown { found.findings = [] }
        return found
    }

    private static func contents(of path: String, _ files: any FileSystem) async -> Result<[UInt8], FileError> {
        do throws(FileError) {
            return .success(
                try await BlockingWork.run { () throws(FileError) in try files.contents(of: path) })
        } catch {
            return .failure(error)
        }
    }

    private static func answer(
        _ fetcher: DocumentFetcher, _ request: DocumentFetcher.Request, _ time: any TimeSource
    ) async -> Result<DocumentFetcher.Answer, any Error> {
        // One that does not give up when it is told to is not waited for.
        let answer = Answer()
        let isInTime = await withDeadline(request.deadline, on: time) {
            do { answer.set(.success(try await fetcher.document(request))) } catch { answer.set(.failure(error)) }
        }
        if let result = answer.result { return result }
        if isInTime { return .failure(CancellationError()) }
        return .failure(FlagError(.general, "it has not come within \(request.deadline.components.seconds) s"))
    }

    /// What a fetcher returned, once it did.
    private final class Answer: Sendable {
        private let value = Lock<Result<DocumentFetcher.Answer, any Error>?>(nil)

        var result: Result<DocumentFetcher.Answer, any Error>? { value.withLock { $0 } }

        func set(_ result: Result<DocumentFetcher.Answer, any Error>) { value.withLock { $0 = result } }
    }

    private func unreadable(_ reason: String) -> Diagnostic {
        Diagnostic(
            "killSwitchUnreadable", .error, location: .init(file: source.name),
            "The kill switch cannot be read: \(reason).",
            mend: "The last good document holds until it expires; to let go of it, write \"flags\": {}.")
    }

    private func expired(_ moment: Instant) -> Diagnostic {
        Diagnostic(
            "killSwitchExpired", .warning, location: .init(file: source.name, pointer: "/expires"),
            "The kill switch expired at \(moment) and forces nothing.",
            mend: "Give it another expiry, or remove its flags.")
    }
}
