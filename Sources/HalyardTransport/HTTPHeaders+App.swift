// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardSupport

// Header fields that an app gives a provider.
extension HTTPHeaders {
    /// Makes header fields for one request, such as a token that expires.
    public typealias Provider = @Sendable () async throws -> [String: String]

    /// What is wrong with a field that an app wants to send, and what to do about it; nil when it can be sent.
    ///
    /// - Parameters:
    ///   - name: The field's name.
    ///   - value: Its value, which the message does not hold.
    ///   - isReserved: Whether only the provider may set a field of a name.
    public static func problem(
        with name: String, _ value: String, isReserved: (String) -> Bool
    ) -> (message: String, suggestion: String)? {
        if isReserved(name) { return ("The header field \"\(name)\" is set by the provider.", "Leave it out.") }
        if !isToken(name) {
            return ("\"\(name)\" cannot be the name of a header field.", "Use letters, digits and \"-\".")
        }
        if canSend(value) { return nil }
        return ("The value of \"\(name)\" is empty, or cannot stand in a header field.", "Write it on one line.")
    }

    /// Fields that an app makes, waited for as long as a request may take; none without an app that makes some.
    ///
    /// Returns in time, whatever the app does.
    ///
    /// - Parameters:
    ///   - provider: What makes them.
    ///   - limit: How long it may take.
    ///   - time: What that is measured by.
    public static func fields(
        from provider: Provider?, within limit: Duration, on time: any TimeSource
    ) async throws(TransportError) -> [String: String] {
        guard let provider else { return [:] }
        let result = await FirstResult<Result<[String: String], any Error>?>().value(
            within: limit, on: time, late: nil, cancelled: .failure(CancellationError())
        ) {
            do { return .success(try await provider()) } catch { return .failure(error) }
        }
        guard let result else { throw TransportError(.timedOut, "The headers provider took longer than \(limit)") }
        do { return try result.get() } catch {
            throw TransportError(.other, "The headers provider failed: \(error)")
        }
    }
}
