// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

import HalyardTransport

extension Call {
    /// The answer is complete, or there is an error.
    func completed(_ error: (any Error)?) {
        forgetExchange()
        let status = status
        // The platform gave up because we answered its question for credentials with no; the answer stands.
        let isRefusal = [401, 407].contains(status) && (error as? URLError)?.code == .cancelled
        if let error, !isRefusal {
            end(TransportError(error, hasHead: status != nil, url: origin))
        } else if status == nil {
            end(.malformed, "The answer has no head")
        } else {
            end(nil)
        }
    }
}
