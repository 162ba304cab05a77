// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardSupport

extension HTTPResponseHead {
    /// Returns the pause that the server requests with `Retry-After`, or `nil` if it requests none.
    ///
    /// Reads a number of seconds, an HTTP date (RFC 9110, section 10.2.3, only the format that isn't obsolete), and an RFC 3339
    /// date, which OpenFeature's remote evaluation protocol uses. A date in the past results in zero. There is no upper bound.
    public func retryAfter(at now: Instant) -> Duration? {
        guard let field = headers["Retry-After"] else { return nil }
        let text = String(field.trimming { $0 == " " || $0 == "\t" })
        if let seconds = HTTPDate.digits(text) { return .seconds(seconds) }
        return (HTTPDate.moment(text) ?? Instant(rfc3339: text)).map { max($0 - now, .zero) }
    }
}
