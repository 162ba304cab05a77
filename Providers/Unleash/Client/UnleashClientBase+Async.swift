// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

// The same calls for those who wait. In an asynchronous function Swift takes these; to call one of the others there, hand
// it a completion handler.
extension UnleashClientBase {
    /// Starts fetching flags and sending metrics, and waits for the first flags; a file is read in the background.
    ///
    /// - Parameters:
    ///   - bootstrap: Flags to serve in the place of those that are there; the call then returns at once.
    ///   - printToConsole: Whether findings of this client are printed from now on.
    /// - Returns: Why there are no fresh flags; nil when there are, or when flags were bootstrapped.
    @discardableResult
    public func start(bootstrap: Bootstrap = .toggles([]), printToConsole: Bool = false) async -> PollerError? {
        await withCheckedContinuation { continuation in
            let start = { @Sendable [self] in
                conductor.start(bootstrap, prints: printToConsole) { continuation.resume(returning: $0) }
            }
            guard case .jsonFile = bootstrap else { return start() }
            Task { await BlockingWork.run { start() } }
        }
    }

    /// Says whom flags are for from now on, in the place of what was said before, and waits for their flags.
    ///
    /// - Parameters:
    ///   - context: The predefined fields.
    ///   - properties: Custom properties.
    /// - Returns: Why there are no fresh flags; nil when there are.
    @discardableResult
    public func updateContext(context: [String: String], properties: [String: String]? = nil) async -> PollerError? {
        await withCheckedContinuation { continuation in
            conductor.update({ continuation.resume(returning: $0) }) { $0.replaced(by: context, properties ?? [:]) }
        }
    }

    /// Changes some fields and leaves all others, and waits for the new flags.
    ///
    /// - Parameters:
    ///   - context: The fields to change.
    ///   - properties: The custom properties to change.
    /// - Returns: Why there are no fresh flags; nil when there are.
    @discardableResult
    public func setContextFields(
        _ context: [String: String], properties: [String: String]? = nil
    ) async -> PollerError? {
        await withCheckedContinuation { continuation in
            conductor.update({ continuation.resume(returning: $0) }) { $0.merging(context, properties ?? [:]) }
        }
    }
}
