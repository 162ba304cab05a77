// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardSupport

// Header fields that an app passes to a provider.
extension HTTPHeaders {
    /// A function that returns header fields for one request, such as a token that expires.
    public typealias Provider = @Sendable () async throws -> [String: String]

    /// Returns the problem with an app's header field and a suggestion, or `nil` if the field can be sent.
    ///
    /// - Parameters:
    ///   - name: The field's name.
    ///   - value: The field's value, which the message doesn't contain.
    ///   - isReserved: Returns `true` for the names of fields that only the provider can set.
    public static func problem(
        with name: String, _ value: String, isReserved: (String) -> Bool
    ) -> (message: String, suggestion: String)? {
        if isReserved(name) { return ("The provider sets the header field \"\(name)\".", "Remove it.") }
        if !isToken(name) {
            return ("\"\(name)\" isn't a valid header field name.", "Use letters, digits, and \"-\".")
        }
        if canSend(value) { return nil }
        return ("The value of \"\(name)\" is empty, or isn't valid in a header field.", "Use a single line of text.")
    }

    /// Returns the fields from an app's headers provider, or no fields without a headers provider.
    ///
    /// Returns within the limit, even if the app doesn't.
    ///
    /// - Parameters:
    ///   - provider: The app's headers provider.
    ///   - limit: The maximum time to wait for the fields.
    ///   - time: The time source for the limit.
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
