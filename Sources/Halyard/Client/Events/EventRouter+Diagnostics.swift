// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Diagnostics about calls of the app that do less than it expects, reported the first time.
extension EventRouter {
    /// Reports a tracking event that no sink accepts although there is consent.
    func noteIfUnheard(_ event: TrackingEvent) {
        let members = audience.now
        let isHeard = members.listeners.contains(where: \.acceptsTrackingEvents)
        if isHeard || !members.hasConsent || members.isEnding { return }
        reportEvent("trackedNowhere", about: event.name) {
            Diagnostic(
                "trackedNowhere", .warning, subject: event.name,
                "The event is discarded, because neither the provider nor a sink accepts tracking events.",
                suggestion: "Add a sink, such as LineSink.file(path:), or use a provider that accepts tracking events.")
        }
    }

    /// Reports a read of a flag as a type that doesn't match its value.
    func note<Value>(_ mismatch: Mismatch<Value>) {
        reportOnce("typeMismatch", about: mismatch.flag.key) {
            Diagnostic(
                "typeMismatch", .warning, subject: mismatch.flag.key, mismatch.message, suggestion: mismatch.suggestion)
        }
    }

    /// Reports a read that no flag was found for, if the app can do something about it.
    ///
    /// - Parameter error: The error, or `nil` if the flag is off because the source lists only flags that are on.
    func noteUnanswered(_ key: String, error: ErrorCode?, in snapshot: FlagSnapshot) {
        let state = snapshot.published.state
        if state.isShutDown {
            noteLateRead(key)
        } else if start.isMissing, error == .providerNotReady {
            start.report(key)
        } else if let refusal = snapshot.refusal, refusal.code == .invalidContext {
            noteOtherContext(refusal, state.provider)
        } else if error == .flagNotFound {
            noteUnknown(key, in: snapshot)
        } else if error == nil {
            noteUnlisted(key, in: snapshot)
        }
    }

    private func noteLateRead(_ key: String) {
        reportOnce("readAfterShutdown", about: "") {
            Diagnostic(
                "readAfterShutdown", .warning,
                "The flag \"\(key)\" was read after the client was shut down. All reads now return their default values.",
                suggestion:
                    "Finish all work that reads flags before you shut the client down, or read from a snapshot().")
        }
    }

    private func noteOtherContext(_ refusal: FlagError, _ provider: String) {
        reportOnce("contextNotEvaluated", about: provider) {
            Diagnostic(
                "contextNotEvaluated", .warning, subject: provider,
                "Reads for a context other than the client's return their default values. "
                    + refusal.message)
        }
    }

    private func noteUnknown(_ key: String, in snapshot: FlagSnapshot) {
        let provider = snapshot.published.state.provider
        reportFlag("unknownFlag", about: key) {
            Diagnostic(
                "unknownFlag", .warning, subject: key,
                "The provider '\(provider)' has no flag with this key, so reads return their default values.",
                suggestion: Self.nearest(key, in: snapshot) ?? "Check the flag key, or create the flag.")
        }
    }

    /// Reports an unlisted flag in debug builds, and only if a similar key is listed.
    ///
    /// Most flags that aren't listed are off, and nothing is wrong.
    private func noteUnlisted(_ key: String, in snapshot: FlagSnapshot) {
        #if DEBUG
            reportFlag("unlistedFlag", about: key) {
                guard let nearest = Self.nearest(key, in: snapshot) else { return nil }
                let provider = snapshot.published.state.provider
                return Diagnostic(
                    "unlistedFlag", .info, subject: key,
                    "The provider '\(provider)' lists only flags that are on. This flag isn't listed, so it's off.",
                    suggestion: nearest)
            }
        #endif
    }

    private static func nearest(_ key: String, in snapshot: FlagSnapshot) -> String? {
        NearestName.of(key, among: snapshot.table.lazy.map(\.key)).map { "Did you mean \"\($0)\"?" }
    }

    /// Reports a hook that threw an error and caused a read to return its default value.
    func note(_ error: FlagError, from hook: any EvaluationHook, _ key: String) {
        let name = "\(type(of: hook))"
        reportOnce("hookFailed", about: name) {
            Diagnostic(
                "hookFailed", .warning, subject: name,
                "The hook threw an error during a read of \"\(key)\", so the read returns its default value. \(error.message)",
                suggestion: "Throw from before or after only if a read must not return the flag's value.")
        }
    }
}
