// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Calls of the app that do less than it expects, reported the first time.
extension EventRouter {
    /// Reports a tracking event that no sink accepts, though there is consent.
    func noteIfUnheard(_ event: TrackingEvent) {
        let members = audience.now
        let isHeard = members.listeners.contains(where: \.acceptsTrackingEvents)
        if isHeard || !members.hasConsent || members.isEnding { return }
        reportEvent("trackedNowhere", about: event.name) {
            Diagnostic(
                "trackedNowhere", .warning, subject: event.name,
                "The event goes nowhere: neither the provider nor a sink of the app accepts tracking events.",
                suggestion: "Give the client a sink, such as LineSink.file(path:), or a provider that accepts them.")
        }
    }

    /// Reports a read of a flag as a type that its value does not fit.
    func note<Value>(_ mismatch: Mismatch<Value>) {
        reportOnce("typeMismatch", about: mismatch.flag.key) {
            Diagnostic(
                "typeMismatch", .warning, subject: mismatch.flag.key, mismatch.message, suggestion: mismatch.suggestion)
        }
    }

    /// Reports a read that no flag answered, if the app can do something about it.
    ///
    /// - Parameter error: Nil if the source lists only flags that are on, so that this one is off.
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
                "The flag \"\(key)\" is read after the client was shut down; from then on every read gets its default.",
                suggestion:
                    "Finish the work that reads flags first, then shut the client down; or read from a snapshot().")
        }
    }

    private func noteOtherContext(_ refusal: FlagError, _ provider: String) {
        reportOnce("contextNotEvaluated", about: provider) {
            Diagnostic(
                "contextNotEvaluated", .warning, subject: provider,
                "Flags are read for another context than the client's, and the reads get their defaults. "
                    + refusal.message)
        }
    }

    private func noteUnknown(_ key: String, in snapshot: FlagSnapshot) {
        let provider = snapshot.published.state.provider
        reportFlag("unknownFlag", about: key) {
            Diagnostic(
                "unknownFlag", .warning, subject: key,
                "The provider '\(provider)' has no flag of this name, so reads of it get their defaults.",
                suggestion: Self.nearest(key, in: snapshot) ?? "Check the name, or create the flag.")
        }
    }

    /// In debug builds, and if a similar name is listed: most flags that aren't listed are switched off, and nothing is wrong.
    private func noteUnlisted(_ key: String, in snapshot: FlagSnapshot) {
        #if DEBUG
            reportFlag("unlistedFlag", about: key) {
                guard let nearest = Self.nearest(key, in: snapshot) else { return nil }
                let provider = snapshot.published.state.provider
                return Diagnostic(
                    "unlistedFlag", .info, subject: key,
                    "The provider '\(provider)' lists only flags that are on, and not this one, so it is off.",
                    suggestion: nearest)
            }
        #endif
    }

    private static func nearest(_ key: String, in snapshot: FlagSnapshot) -> String? {
        NearestName.of(key, among: snapshot.table.lazy.map(\.key)).map { "Did you mean \"\($0)\"?" }
    }

    /// Reports a hook that threw an error, because of which a read got its default.
    func note(_ error: FlagError, from hook: any EvaluationHook, _ key: String) {
        let name = "\(type(of: hook))"
        reportOnce("hookFailed", about: name) {
            Diagnostic(
                "hookFailed", .warning, subject: name,
                "The hook threw an error at a read of \"\(key)\", and the read gets its default. \(error.message)",
                suggestion: "Throw from before or after only if a read must not give the flag's value.")
        }
    }
}
