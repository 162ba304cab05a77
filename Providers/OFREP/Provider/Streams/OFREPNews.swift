// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// What is known about a context's event streams, and the newest announcement that its flags may have changed.
struct OFREPNews: Sendable {
    /// The announcement's number among all of one provider; 0 for none yet.
    var number = 0
    /// What it said about the configuration, for the request that it causes.
    var query: [(name: String, value: String)] = []
    /// How long the server asks an inactive client to keep the connections.
    var inactivityDelay: Duration?
    /// Whether there are connections, and all of them are open.
    var isLive = false
    /// Whether only a whole answer can say where the streams are: one that is "not modified" does not name them.
    var lacksAddresses = true
    /// Which connection is lost, and why it could not be made again; nil while changes will be seen.
    var lost: FlagError?

    /// Reads an event's data: the query of the request that it causes; nil when it causes none.
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
