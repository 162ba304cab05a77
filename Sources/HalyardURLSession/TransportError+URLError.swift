// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Foundation

package import HalyardTransport

extension TransportError.Kind {
    /// What an error code of the platform stands for.
    ///
    /// Codes only: texts differ between platforms and releases. On Linux, bad framing, a truncated body and an untrusted
    /// certificate all are `unknown`, so the moment decides: once an answer had begun, it was the connection.
    ///
    /// - Parameter hasHead: Whether an answer had begun.
    package init(_ code: URLError.Code, hasHead: Bool) {
        switch code {
        case .timedOut: self = .timedOut
        case .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost, .notConnectedToInternet, .dataNotAllowed,
            .internationalRoamingOff, .callIsActive, .secureConnectionFailed, .serverCertificateHasBadDate,
            .serverCertificateUntrusted, .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
            .clientCertificateRejected, .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            self = .unreachable
        // Linux says badServerResponse when the server closes before the first byte.
        case .networkConnectionLost, .badServerResponse: self = .disconnected
        case .badURL, .unsupportedURL, .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData,
            .dataLengthExceedsMaximum:
            self = .malformed
        default: self = hasHead ? .disconnected : .other
        }
    }
}

extension TransportError {
    /// Makes an error of one of the platform's.
    package init(_ error: any Error, hasHead: Bool, url: String) {
        let code = (error as? URLError)?.code ?? .unknown
        self.init(
            Kind(code, hasHead: hasHead), "\(error.localizedDescription) (URL error \(code.rawValue))",
            url: WebOrigin.text(of: url))
    }
}
