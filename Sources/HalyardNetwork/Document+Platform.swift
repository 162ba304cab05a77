// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardTransport

extension Document {
    /// Gets a document over a transport, or where that is nil, over one that is made for it and closed behind it.
    package static func get(
        _ url: String, validator: String?, within limits: HTTPLimits, over transport: (any HTTPTransport)?
    ) async throws(TransportError) -> Document? {
        if let transport { return try await get(url, validator: validator, within: limits, over: transport) }
        let own = PlatformTransport.make()
        let result = await outcome { () async throws(TransportError) in
            try await get(url, validator: validator, within: limits, over: own)
        }
        await own.close()
        return try result.get()
    }

    private static func outcome<Value>(
        of body: () async throws(TransportError) -> Value
    ) async -> Result<Value, TransportError> {
        do throws(TransportError) { return .success(try await body()) } catch { return .failure(error) }
    }
}
