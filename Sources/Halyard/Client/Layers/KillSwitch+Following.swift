// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Reads the document of a kill switch, and follows it for a client.
extension KillSwitch {
    /// A version of the document, whose value is `nil` if it can't be used or hasn't changed.
    typealias Version = DocumentFollower.Version<KillSwitchDocument?>

    /// Reads a file on the current thread, for a client that is being created.
    ///
    /// Doesn't request a URL.
    func first(at now: Instant) -> Version {
        guard case .file(let path, let files) = place else { return Version(value: nil) }
        return version(Result { try files.contents(of: path) }, at: now)
    }

    /// Returns a task body that follows the document for a client.
    ///
    /// - Parameter reported: The diagnostics of the first check.
    func following(after reported: [Diagnostic] = [], on time: any TimeSource) -> Followers.Body {
        { follower in
            var document = documentFollower(reported)
            var validator: String?
            await follower.poll(every: refresh, on: time) {
                guard let mode = follower.client()?.published.state.mode else { return false }
                if mode != .online, usesNetwork { return true }
                let version = await document.look { await next(&validator, on: time) }
                guard !Task.isCancelled, let client = follower.client() else { return false }
                for diagnostic in version?.diagnostics ?? [] { client.diagnostics.report(diagnostic) }
                if let document = version?.value { client.takeKillSwitch(document, of: name, from: follower) }
                return true
            }
        }
    }

    private func documentFollower(_ reported: [Diagnostic]) -> DocumentFollower {
        switch place {
        case .file(let path, let files): DocumentFollower(file: path, files: files, reported: reported)
        case .url: DocumentFollower(file: nil, files: LocalFileSystem(), reported: reported)
        }
    }

    private func next(_ validator: inout String?, on time: any TimeSource) async -> Version {
        switch place {
        case .file(let path, let files):
            let bytes = await BlockingWork.run { Result { try files.contents(of: path) } }
            return version(bytes, at: time.now)
        case .url(let url, let fetcher):
            let request = DocumentFetcher.Request(
                url, validator: validator, maximumBytes: KillSwitchDocument.maximumBytes)
            switch await Self.answer(fetcher, request, time) {
            case .success(.notModified):
                return Version(value: nil)
            case .success(.document(let bytes, let newValidator)):
                let version = version(.success(bytes), at: time.now)
                // Request a rejected document again, regardless of the cause.
                validator = version.value == nil ? nil : newValidator
                return version
            case .failure(let error):
                return version(.failure(error), at: time.now)
            }
        }
    }

    private func version(_ bytes: Result<[UInt8], any Error>, at now: Instant) -> Version {
        do {
            let document = try read(bytes.get(), name, now)
            let diagnostics = document.expires <= now ? [expired(document.expires)] : []
            return Version(value: document, diagnostics: diagnostics)
        } catch let error as ConfigurationError {
            return Version(value: nil, diagnostics: error.diagnostics)
        } catch {
            let reason = (error as? FileError)?.reason ?? (error as? FlagError)?.message ?? "\(error)"
            return Version(value: nil, diagnostics: [unreadable(reason)], isWorthAnotherTry: true)
        }
    }

    private static func answer(
        _ fetcher: DocumentFetcher, _ request: DocumentFetcher.Request, _ time: any TimeSource
    ) async -> Result<DocumentFetcher.Answer, any Error> {
        // Don't wait for a fetcher that ignores cancellation.
        let answer: Result<DocumentFetcher.Answer, any Error>? = await withDeadline(request.deadline, on: time) {
            do { return .success(try await fetcher.document(request)) } catch { return .failure(error) }
        }
        return answer
            ?? .failure(FlagError(.general, "no response within \(request.deadline.components.seconds) s"))
    }

    private func unreadable(_ reason: String) -> Diagnostic {
        Diagnostic(
            "killSwitchUnreadable", .error, location: .init(file: name),
            "The kill switch can't be read: \(reason)".asSentence,
            suggestion: "An earlier document applies until it expires. To end it now, write \"flags\": {}.")
    }

    private func expired(_ moment: Instant) -> Diagnostic {
        Diagnostic(
            "killSwitchExpired", .warning, location: .init(file: name, pointer: "/expires"),
            "The kill switch expired at \(moment) and has no effect.",
            suggestion: "Set another expiry, or remove its flags.")
    }
}
