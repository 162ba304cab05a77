// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

// The asynchronous forms of the calls. In an asynchronous function, Swift prefers them. To call a form with a completion
// handler there, pass the handler.
extension UnleashClientBase {
    /// Starts fetching flags and sending metrics, and waits for the first flags.
    ///
    /// Reads a bootstrap file in the background.
    ///
    /// - Parameters:
    ///   - bootstrap: The flags that replace the current flags. If there are any, the call returns immediately.
    ///   - printToConsole: A Boolean value that indicates whether this client's diagnostics are printed from now on.
    /// - Throws: A ``PollerError`` if the client doesn't receive fresh flags, unless flags were bootstrapped.
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
    ///   - properties: The custom properties.
    /// - Throws: A ``PollerError`` if the client doesn't receive fresh flags.
    public func updateContext(context: [String: String], properties: [String: String]? = nil) async throws {
        try await withCheckedThrowingContinuation { continuation in
            engine.update({ continuation.resume(with: $0) }) { $0.replaced(by: context, properties ?? [:]) }
        }
    }

    /// Changes some fields of the context and waits for the new flags.
    ///
    /// - Parameters:
    ///   - context: The fields to change.
    ///   - properties: The custom properties to change.
    /// - Throws: A ``PollerError`` if the client doesn't receive fresh flags.
    public func setContextFields(
        _ context: [String: String], properties: [String: String]? = nil
    ) async throws {
        try await withCheckedThrowingContinuation { continuation in
            engine.update({ continuation.resume(with: $0) }) { $0.merging(context, properties ?? [:]) }
        }
    }
}

extension CheckedContinuation<Void, any Error> {
    /// Throws an error, unless it's `nil`.
    fileprivate func resume(with error: PollerError?) {
        if let error { resume(throwing: error) } else { resume() }
    }
}
