// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

// The asynchronous versions of the calls. Swift prefers them in an asynchronous function; to call one of the others
// there, pass a completion handler.
extension UnleashClientBase {
    /// Starts fetching flags and sending metrics, and waits for the first flags; a file is read in the background.
    ///
    /// - Parameters:
    ///   - bootstrap: Flags to serve in place of the current ones; the call then returns at once.
    ///   - printToConsole: Whether this client's findings are printed from now on.
    /// - Returns: Why there are no fresh flags; nil when there are, or when flags were bootstrapped.
    @discardableResult
    public func start(bootstrap: Bootstrap = .toggles([]), printToConsole: Bool = false) async -> PollerError? {
        await withCheckedContinuation { continuation in
            let start = { @Sendable [self] in
                engine.start(bootstrap, prints: printToConsole) { continuation.resume(returning: $0) }
            }
            guard case .jsonFile = bootstrap else { return start() }
            Task { await BlockingWork.run { start() } }
        }
    }

    /// Replaces the context and waits for its flags.
    ///
    /// - Parameters:
    ///   - context: The predefined fields.
    ///   - properties: Custom properties.
    /// - Returns: Why there are no fresh flags; nil when there are.
    @discardableResult
    public func updateContext(context: [String: String], properties: [String: String]? = nil) async -> PollerError? {
        await withCheckedContinuation { continuation in
            engine.update({ continuation.resume(returning: $0) }) { $0.replaced(by: context, properties ?? [:]) }
        }
    }

    /// Changes some fields, leaves all others, and waits for the new flags.
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
            engine.update({ continuation.resume(returning: $0) }) { $0.merging(context, properties ?? [:]) }
        }
    }
}
