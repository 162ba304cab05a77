// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Polls a kill switch, and remembers what it saw last.
struct KillSwitchReader: Sendable {
    /// The result of a look; empty when nothing changed.
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

    /// Reads a file on this thread, for a client that is being made; a URL is not requested.
    mutating func first(at now: Instant) -> Found {
        guard case .file(let path, let files) = source.place else { return Found() }
        return found(Result { () throws(FileError) in try files.contents(of: path) }.mapError { $0 }, at: now)
    }

    /// Checks for a new document.
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
                // A document that was refused is fetched again, whatever the cause.
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
        // A fetcher that ignores cancellation is not waited for.
        let answer: Result<DocumentFetcher.Answer, any Error>? = await withDeadline(request.deadline, on: time) {
            do { return .success(try await fetcher.document(request)) } catch { return .failure(error) }
        }
        return answer
            ?? .failure(FlagError(.general, "it has not come within \(request.deadline.components.seconds) s"))
    }

    private func unreadable(_ reason: String) -> Diagnostic {
        Diagnostic(
            "killSwitchUnreadable", .error, location: .init(file: source.name),
            "The kill switch cannot be read: \(reason).",
            suggestion: "The last good document holds until it expires; to let go of it, write \"flags\": {}.")
    }

    private func expired(_ moment: Instant) -> Diagnostic {
        Diagnostic(
            "killSwitchExpired", .warning, location: .init(file: source.name, pointer: "/expires"),
            "The kill switch expired at \(moment) and forces nothing.",
            suggestion: "Give it another expiry, or remove its flags.")
    }
}
