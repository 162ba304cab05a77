// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Foundation

package import HalyardTransport

extension TransportError.Kind {
    /// Creates the kind of error for an error code of the platform.
    ///
    /// Only codes count, because texts differ between platforms and releases. On Linux, invalid framing, a truncated body, and an
    /// untrusted certificate are all `unknown`. After a response has begun, such an error counts as a lost connection.
    ///
    /// - Parameter hasHead: A Boolean value that indicates whether a response had begun.
    package init(_ code: URLError.Code, hasHead: Bool) {
        switch code {
        case .timedOut: self = .timedOut
        case .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost, .notConnectedToInternet, .dataNotAllowed,
            .internationalRoamingOff, .callIsActive, .secureConnectionFailed, .serverCertificateHasBadDate,
            .serverCertificateUntrusted, .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
            .clientCertificateRejected, .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            self = .unreachable
        // Linux reports badServerResponse if the server closes the connection before the first byte.
        case .networkConnectionLost, .badServerResponse: self = .disconnected
        case .badURL, .unsupportedURL, .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData,
            .dataLengthExceedsMaximum:
            self = .malformed
        default: self = hasHead ? .disconnected : .other
        }
    }
}

extension TransportError {
    /// Creates an error from one of the platform's errors.
    package init(_ error: any Error, hasHead: Bool, url: String) {
        let code = (error as? URLError)?.code ?? .unknown
        self.init(
            Kind(code, hasHead: hasHead), "\(error.localizedDescription) (URL error \(code.rawValue))",
            url: WebOrigin.text(of: url))
    }
}
