// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardUnleashClient
import Testing

// These methods return the thrown error, so that tests can compare it.
extension UnleashClientBase {
    func startFailure(bootstrap: Bootstrap = .toggles([])) async -> PollerError? {
        await failure { try await self.start(bootstrap: bootstrap) }
    }

    func updateFailure(context: [String: String], properties: [String: String]? = nil) async -> PollerError? {
        await failure { try await self.updateContext(context: context, properties: properties) }
    }

    func changeFailure(_ fields: [String: String]) async -> PollerError? {
        await failure { try await self.setContextFields(fields) }
    }

    private func failure(_ call: () async throws -> Void) async -> PollerError? {
        do {
            try await call()
            return nil
        } catch let error as PollerError {
            return error
        } catch {
            Issue.record(error)
            return nil
        }
    }
}
