// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Calls of the app that have no effect, reported the first time.
extension EventRouter {
    /// Reports a tracking event that no sink accepts, though there is consent.
    func noteIfUnheard(_ event: TrackingEvent) {
        let members = audience.now
        let isHeard = members.listeners.contains(where: \.acceptsTrackingEvents)
        if isHeard || !members.hasConsent || members.isEnding { return }
        reportOnce("trackedNowhere", about: event.name) {
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

    /// Reports a read after the client's end.
    func noteLateRead(_ key: String) {
        reportOnce("readAfterShutdown", about: "") {
            Diagnostic(
                "readAfterShutdown", .warning,
                "The flag \"\(key)\" is read after the client was shut down; from then on every read gets its default.",
                suggestion:
                    "Finish the work that reads flags first, then shut the client down; or read from a snapshot().")
        }
    }
}
