// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A provider that polls, sends the last ETag, survives failures, and works offline.
struct CompanyFlags: FlagProvider {
    let name = "company"
    let service: CompanyService
    let interval: Duration
    let time: any TimeSource

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        guard let key = request.context.key else {
            throw FlagError(.targetingKeyMissing, "The company's flags need a user key. Set a key in the context.")
        }
        if request.mode == .offline {
            channel.publish(.offline(request))
            return
        }
        var last = request.resume
        while true {
            do {
                if let reply = try await service.fetch(key, last?.validator) {
                    last = FlagSet(
                        reply.flags, from: name, for: request.context, validator: reply.tag, confirmedAt: time.now)
                } else {
                    last?.confirmedAt = time.now
                }
                if let last { channel.publish(.ready(last)) }
            } catch {
                channel.publish(.failed(FlagError(.general, "The company's service failed: \(error).")))
            }
            try await time.sleep(for: interval)
        }
    }
}

/// The company's own client, which returns nil for "not modified".
struct CompanyService: Sendable {
    var fetch: @Sendable (_ key: String, _ tag: String?) async throws -> (flags: [String: FlagValue], tag: String)?
}
