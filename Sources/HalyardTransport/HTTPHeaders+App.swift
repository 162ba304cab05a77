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

    /// Header fields as environment variables such as `OFREP_HEADERS` write them: `X-Team=shop,X-Region=eu`.
    ///
    /// Names and values may be percent-encoded; a value cannot hold a comma. Memory only.
    ///
    /// - Parameter text: The variable's value.
    /// - Returns: The fields, and how many pieces were left out because they are none.
    public static func list(_ text: String) -> (fields: [String: String], invalidCount: Int) {
        var fields: [String: String] = [:]
        var invalidCount = 0
        for piece in text.split(separator: ",") {
            let sides = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if sides.count == 2, let name = decoded(sides[0]), let value = decoded(sides[1]),
                problem(with: name, value, isReserved: { _ in false }) == nil
            {
                fields[name] = value
            } else {
                invalidCount += 1
            }
        }
        return (fields, invalidCount)
    }

    /// A text without the spaces around it and its percent escapes; nil when these are no UTF-8.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()).flatMap(\.utf8)[...]
        while let byte = rest.popFirst() {
            if byte != UInt8(ascii: "%") {
                bytes.append(byte)
            } else if rest.count >= 2, let escaped = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                bytes.append(escaped)
                rest = rest.dropFirst(2)
            } else {
                return nil
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
