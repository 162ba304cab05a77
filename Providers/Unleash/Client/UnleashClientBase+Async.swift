// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

// The asynchronous versions of the calls. Swift prefers them in an asynchronous function. To call a version
// with a completion handler there, pass the handler.
extension UnleashClientBase {
    /// Starts fetching flags and sending metrics, and waits for the first flags; a file is read in the background.
    ///
    /// - Parameters:
    ///   - bootstrap: Flags to serve in place of the current ones; the call then returns at once.
    ///   - printToConsole: Whether this client's findings are printed from now on.
    /// - Throws: A ``PollerError`` if the client gets no fresh flags, unless flags were bootstrapped.
    public func start(bootstrap: Bootstrap = .toggles([]), printToConsole: Bool = false) async throws {
        try await withCheckedThrowingContinuation { continuation in
            let start = { @Sendable [self] in
                engine.start(bootstrap, prints: printToConsole) { continuation.resume(with: $0) }
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
    /// - Throws: A ``PollerError`` if the client gets no fresh flags.
    public func updateContext(context: [String: String], properties: [String: String]? = nil) async throws {
        try await withCheckedThrowingContinuation { continuation in
            engine.update({ continuation.resume(with: $0) }) { $0.replaced(by: context, properties ?? [:]) }
        }
    }

    /// Changes some fields, leaves all others, and waits for the new flags.
    ///
    /// - Parameters:
    ///   - context: The fields to change.
    ///   - properties: The custom properties to change.
    /// - Throws: A ``PollerError`` if the client gets no fresh flags.
    public func setContextFields(
        _ context: [String: String], properties: [String: String]? = nil
    ) async throws {
        try await withCheckedThrowingContinuation { continuation in
            engine.update({ continuation.resume(with: $0) }) { $0.merging(context, properties ?? [:]) }
        }
    }
}

extension CheckedContinuation<Void, any Error> {
    /// Throws an error if it isn't nil.
    fileprivate func resume(with error: PollerError?) {
        if let error { resume(throwing: error) } else { resume() }
    }
}
