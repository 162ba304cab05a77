// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// Creates the header fields of all requests, so that all requests identify the client in the same way.
package struct UnleashHeaders: Sendable {
    /// Halyard's name and version for servers.
    static let sdk = "halyard-swift:\(UnleashProvider.version)"

    let headerName: String
    let clientKey: String
    let appName: String
    let connectionId: String
    let flavor: UnleashOptions.Flavor?
    /// The app's custom fields, of which reserved names are left out.
    let custom: [String: String]
    /// The provider's additional fields.
    var own: [String: String] = [:]

    /// Returns the fields of a request.
    ///
    /// - Parameters:
    ///   - fetched: The fields that were fetched for this request. They override the app's fields, which override the provider's
    ///     fields.
    ///   - hasBody: A Boolean value that indicates whether the request contains JSON.
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

    /// Returns whether only the provider can set a field.
    ///
    /// The list is the same as in the Unleash Swift client.
    package static func isReserved(_ name: String) -> Bool {
        let name = name.lowercased()
        return name == "content-type" || name == "if-none-match" || name.hasPrefix("unleash-")
    }
}
