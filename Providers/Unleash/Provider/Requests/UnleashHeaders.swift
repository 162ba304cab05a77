// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// Makes the header fields of all requests, so that fetching and reporting identify the client in the same way.
package struct UnleashHeaders: Sendable {
    /// What identifies Halyard to servers.
    static let sdk = "halyard-swift:\(UnleashProvider.version)"

    let headerName: String
    let clientKey: String
    let appName: String
    let connectionId: String
    let flavor: UnleashOptions.Flavor?
    /// The app's own fields; reserved names are left out.
    let custom: [String: String]
    /// Further fields of the provider's.
    var own: [String: String] = [:]

    /// The fields of a request.
    ///
    /// - Parameters:
    ///   - fetched: Fields that were fetched for this request; they override the app's own, which override the
    ///     provider's.
    ///   - hasBody: Whether the request carries JSON.
    func fields(adding fetched: [String: String], hasBody: Bool) -> HTTPHeaders {
        var fields: HTTPHeaders = ["Accept": "application/json"]
        fields[headerName] = clientKey
        for (name, value) in custom.sorted(by: \.key) where !Self.isReserved(name) {
            fields[name] = value
        }
        for (name, value) in fetched.sorted(by: \.key) where !Self.isReserved(name) {
            fields[name] = value
        }
        if hasBody { fields["Content-Type"] = "application/json" }
        fields["unleash-appname"] = appName
        fields["unleash-connection-id"] = connectionId
        fields["unleash-sdk"] = Self.sdk
        for (name, value) in own.sorted(by: \.key) { fields[name] = value }
        if let flavor {
            fields["unleash-sdk-flavor"] = flavor.name
            fields["unleash-sdk-flavor-version"] = flavor.version
        }
        return fields
    }

    /// Whether a field may only be set by the provider (Unleash's Swift client has the same list).
    package static func isReserved(_ name: String) -> Bool {
        let name = name.lowercased()
        return name == "content-type" || name == "if-none-match" || name.hasPrefix("unleash-")
    }
}
