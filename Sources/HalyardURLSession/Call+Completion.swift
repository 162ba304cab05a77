// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

import HalyardTransport

extension Call {
    /// Ends the call when the platform's task has completed.
    func completed(_ error: (any Error)?) {
        forgetExchange()
        let status = status
        // The platform gives up after the delegate rejects its request for credentials, but the response is valid.
        let isRefusal = [401, 407].contains(status) && (error as? URLError)?.code == .cancelled
        if let error, !isRefusal {
            end(TransportError(error, hasHead: status != nil, url: origin))
        } else if status == nil {
            end(.malformed, "The response has no head")
        } else {
            end(nil)
        }
    }
}
