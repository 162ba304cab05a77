// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The state of a context's event streams, with the newest announcement that its flags might have changed.
struct OFREPNews: Sendable {
    /// The number of the announcement among all announcements of one provider, or 0 for none.
    var number = 0
    /// The query of the request that the announcement causes, which describes the configuration.
    var query: [(name: String, value: String)] = []
    /// The time for which the server requests that an inactive client keep the connections.
    var inactivityDelay: Duration?
    /// A Boolean value that indicates whether there are connections, and all of them are open.
    var isLive = false
    /// A Boolean value that indicates whether only a complete response can provide the stream addresses.
    ///
    /// A 304 response doesn't contain them.
    var lacksAddresses = true
    /// The lost connection and the reason why it couldn't be reopened, or `nil` while changes can be detected.
    var lost: FlagError?

    /// Returns the query of the request that an event causes, or `nil` if it causes none.
    static func query(of data: String) -> [(name: String, value: String)]? {
        guard let event = try? JSONReader().read(data), event["type"] == "refetchEvaluation" else { return nil }
        return [("flagConfigEtag", "etag"), ("flagConfigLastModified", "lastModified")].compactMap { name, member in
            switch event[member] {
            case .string(let text)? where !text.isEmpty: (name, text)
            case .int(let number)?: (name, String(number))
            default: nil
            }
        }
    }
}
